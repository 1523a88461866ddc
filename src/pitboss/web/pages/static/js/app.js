// Makes the site installable, once the page has nothing more urgent to do.

async function register() {
  try {
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  } catch {
    // Without it everything works but the offline page.
  }
}

if ("serviceWorker" in navigator && isSecureContext) {
  const later = globalThis.requestIdleCallback || ((act) => setTimeout(act, 1000));
  if (document.readyState === "complete") later(register);
  else addEventListener("load", () => later(register));
}

// The offline page goes back to where one was as soon as there is a way.
if (document.querySelector("[data-offline]")) {
  addEventListener("online", () => location.reload());
}
