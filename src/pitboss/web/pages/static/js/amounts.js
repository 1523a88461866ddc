// An amount to choose, in a form of class range: usual amounts, a slider, and the exact figure.

import { money } from "./wagers.js";

function outputOf(form) {
  return form.querySelector("output") || document.querySelector(`[form="${form.id}"] output`);
}

function show(form, cents) {
  const slide = form.querySelector(".slide");
  slide.setAttribute("aria-valuetext", money(cents));
  outputOf(form).textContent = money(cents);
}

function slideTo(form, cents) {
  const slide = form.querySelector(".slide");
  const { least, most, step } = slide.dataset;
  slide.value = cents >= Number(most) ? slide.max : Math.floor((cents - least) / step);
}

export function setAmount(form, dollars) {
  const cents = Math.round(Number(dollars) * 100);
  form.querySelector(".amount").value = dollars;
  slideTo(form, cents);
  show(form, cents);
}

// The slider stops at even steps, and at the most.
export function onAmount(event) {
  const form = event.target.closest("form.range");
  if (!form) return;
  if (event.target.matches(".slide")) {
    const { least, most, step } = event.target.dataset;
    const cents = Math.min(Number(most), Number(least) + Number(event.target.value) * Number(step));
    form.querySelector(".amount").value = (cents / 100).toFixed(2);
    show(form, cents);
  } else {
    const cents = Math.round(Number(event.target.value) * 100);
    slideTo(form, cents);
    show(form, cents);
  }
}

export function amountOf(form) {
  return Number(form.querySelector(".amount").value).toFixed(2);
}
