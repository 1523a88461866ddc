// The picture of a hand as a file: drawn by the server as SVG, made a PNG here, then shared where
// the device shares files, else saved.

import { say } from "./site.js";
import { words } from "./words.js";

const SCALE = 1.5;

function load(address) {
  return new Promise((done, fail) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = fail;
    image.src = address;
  });
}

async function paint(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(address);
  const text = await answer.text();
  const image = await load(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`);
  const canvas = document.createElement("canvas");
  canvas.width = image.width * SCALE;
  canvas.height = image.height * SCALE;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function share(link) {
  const name = `${link.dataset.picture}.png`;
  const blob = await paint(link.href);
  const files = [new File([blob], name, { type: "image/png" })];
  const touch = matchMedia("(pointer: coarse)").matches;
  if (touch && navigator.canShare?.({ files })) await navigator.share({ files });
  else save(blob, name);
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link) return;
  event.preventDefault();
  try {
    await share(link);
  } catch (error) {
    if (error.name !== "AbortError") say(words.pictureFailed);
  }
});
