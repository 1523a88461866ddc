// What stands beside the felt, in tabs where there is no room: a tab opens over the felt, when it is
// asked for, and closes with the next action.

const root = document.body;

export function closeTab() {
  openTab("");
}

export function openTab(name) {
  if (name) root.dataset.tab = name;
  else delete root.dataset.tab;
  for (const tab of document.querySelectorAll("[data-tab][aria-expanded]")) {
    tab.setAttribute("aria-expanded", String(tab.dataset.tab === name));
  }
}

export function onTabClick(event) {
  const tab = event.target.closest("button[data-tab]");
  if (tab) {
    openTab(root.dataset.tab === tab.dataset.tab ? "" : tab.dataset.tab);
    return true;
  }
  // Advice that is asked for by its key is shown, wherever the coach stands.
  if (event.target.closest("[data-advise]")) openTab("coach");
  else if (event.target.closest(".felt, .dock")) closeTab();
  return false;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeTab();
});
