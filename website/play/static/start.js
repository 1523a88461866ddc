// The page's own modules, each under the name that others import it by: a page that was opened from a
// disk may load scripts, but no modules and no data by their addresses.
(() => {
  const imports = {};
  for (const [name, text] of Object.entries(window.pitboss.modules)) {
    imports[name] = `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`;
  }
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  import("play/play.js").catch((error) => {
    document.getElementById("loading").textContent = `This browser cannot run it: ${error.message}`;
  });
  if (location.protocol.startsWith("http") && navigator.serviceWorker) {
    navigator.serviceWorker.register("service-worker.js").catch(() => {});
  }
})();
