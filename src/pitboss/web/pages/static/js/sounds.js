// The sounds of a table, made here from noise and tones: nothing is loaded. There is none before
// the first click or key, and none once the visitor has said so.

import { words } from "./words.js";

const KEPT = "pitboss-sounds";
const LOUD = 0.16;
const MOST_AT_ONCE = 24;
let context = null;
let noise = null;
const playing = new Set();

export function isOn() {
  return localStorage.getItem(KEPT) !== "off";
}

function wake() {
  if (!context && window.AudioContext) {
    context = new AudioContext();
    const length = Math.floor(context.sampleRate * 0.25);
    noise = context.createBuffer(1, length, context.sampleRate);
    const data = noise.getChannelData(0);
    for (let at = 0; at < length; at += 1) data[at] = Math.random() * 2 - 1;
  }
  if (context?.state === "suspended") context.resume();
}

function run(source, gain, at, seconds) {
  gain.connect(context.destination);
  source.start(at);
  source.stop(at + seconds + 0.02);
  playing.add(source);
  source.onended = () => playing.delete(source);
}

function fade(at, loud, seconds) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  return gain;
}

function tone(at, pitch, seconds, loud = LOUD, shape = "sine") {
  const source = context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, at);
  const gain = fade(at, loud, seconds);
  source.connect(gain);
  run(source, gain, at, seconds);
}

function swish(at, pitch, seconds, loud) {
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(pitch, at);
  filter.frequency.exponentialRampToValueAtTime(pitch / 3, at + seconds);
  const gain = fade(at, loud, seconds);
  source.connect(filter);
  filter.connect(gain);
  run(source, gain, at, seconds);
}

function chord(at, pitches, gap, seconds, loud) {
  pitches.forEach((pitch, number) => tone(at + number * gap, pitch, seconds, loud, "triangle"));
}

const SOUNDS = {
  card: (at) => swish(at, 3200, 0.09, LOUD * 0.9),
  turn: (at) => swish(at, 1900, 0.12, LOUD),
  chip(at) {
    tone(at, 2750, 0.05, LOUD * 0.4);
    tone(at + 0.045, 3350, 0.06, LOUD * 0.35);
  },
  ask: (at) => tone(at, 660, 0.16, LOUD * 0.5),
  win: (at) => chord(at, [523, 659, 784, 1047], 0.09, 0.35, LOUD * 0.7),
  lose: (at) => chord(at, [330, 262], 0.14, 0.3, LOUD * 0.5),
  push: (at) => chord(at, [440, 440], 0.12, 0.2, LOUD * 0.4),
  jackpot: (at) => chord(at, [523, 659, 784, 1047, 784, 1047, 1319, 1568], 0.13, 0.6, LOUD),
  word: (at) => tone(at, 880, 0.12, LOUD * 0.35),
};

export function play(name, delay = 0) {
  if (!context || context.state !== "running" || !isOn() || playing.size >= MOST_AT_ONCE) return;
  SOUNDS[name]?.(context.currentTime + delay / 1000);
}

export function hush() {
  for (const source of playing) source.stop();
  playing.clear();
}

export function paintSound() {
  for (const button of document.querySelectorAll("[data-sound]")) {
    button.setAttribute("aria-pressed", String(isOn()));
  }
}

export function onSoundClick(event, say) {
  if (!event.target.closest("[data-sound]")) return false;
  localStorage.setItem(KEPT, isOn() ? "off" : "on");
  if (!isOn()) hush();
  say(words.sounds(isOn()));
  paintSound();
  return true;
}

addEventListener("pointerdown", wake, { capture: true });
addEventListener("keydown", wake, { capture: true });
paintSound();
