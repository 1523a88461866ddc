// A form whose answer takes a while says so, and is sent once.

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-waits]");
  if (!form) return;
  const button = form.querySelector("button");
  button.textContent = form.dataset.waits;
  setTimeout(() => button.setAttribute("disabled", ""));
});

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
