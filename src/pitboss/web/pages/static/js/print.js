// A page that is made to be printed: its button is there only where a script can do it.

const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
