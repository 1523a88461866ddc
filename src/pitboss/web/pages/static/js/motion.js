// What arrives on the table is shown in the order in which it happened; one key or click skips.

const STEP_MS = 110;
const LONGEST_MS = 2600;
const running = new Set();

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function frames(element, turned) {
  if (turned) return [{ transform: "rotateY(90deg)" }, { transform: "none" }];
  if (element.matches(".card")) {
    return [
      { opacity: 0, transform: "translate(0, -60px) rotate(-8deg) scale(.9)" },
      { opacity: 1, transform: "none" },
    ];
  }
  return [
    { opacity: 0, transform: "translateY(-10px) scale(.92)" },
    { opacity: 1, transform: "none" },
  ];
}

export function arrive(fresh) {
  if (!fresh.length || isStill() || document.hidden) return;
  const found = fresh
    .map(({ id, turned }) => ({ element: document.getElementById(id), turned }))
    .filter(({ element }) => element);
  const orders = [...new Set(found.map(({ element }) => Number(element.dataset.order)))];
  orders.sort((one, other) => one - other);
  const step = Math.min(STEP_MS, LONGEST_MS / Math.max(orders.length, 1));
  for (const { element, turned } of found) {
    const delay = orders.indexOf(Number(element.dataset.order)) * step;
    const timing = { duration: 280, delay, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" };
    const animation = element.animate(frames(element, turned), timing);
    running.add(animation);
    animation.finished.finally(() => running.delete(animation)).catch(() => {});
  }
}

export function skip() {
  const any = running.size > 0;
  for (const animation of running) animation.finish();
  running.clear();
  return any;
}
