// Pads for dice and numbers, and choices of several: taps gather until they are an answer.
import { send } from "./screen.js";

export function wirePads() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button");
    if (!button || button.disabled) return;
    const pad = button.closest(".pad");
    const several = button.closest("[data-several]");
    if (pad && "face" in button.dataset) face(pad, button.dataset.face);
    else if (pad && "digit" in button.dataset) digit(pad, button.dataset.digit);
    else if (pad && "erase" in button.dataset) erase(pad);
    else if (several && "take" in button.dataset) take(several, button);
    else if (several && "clear" in button.dataset) clear(several);
  });
}

const taps = (pad) => (pad.taps ??= []);

/** What is begun in a part, and not sent yet. */
export const begun = (part) => [...part.querySelectorAll("[data-several], .pad")].map((one) => (one.dataset.sent ? [] : one.taps ?? []));

/** Goes on with what was begun, where the same is asked still. */
export function resume(part, all) {
  [...part.querySelectorAll("[data-several], .pad")].forEach((one, number) => {
    const known = new Set([...one.querySelectorAll("[data-take]")].map((button) => button.dataset.take));
    const kept = (all[number] ?? []).filter((tap) => !("several" in one.dataset) || known.has(tap));
    if (!kept.length) return;
    one.taps = kept;
    if ("several" in one.dataset) gathered(one);
    else if ("number" in one.dataset) digits(one);
    else dice(one);
  });
}

function face(pad, text) {
  const [all, wanted] = [taps(pad), Number(pad.dataset.dice)];
  if (all.length >= wanted) return;
  all.push(text);
  dice(pad);
  if (all.length === wanted) {
    const form = pad.closest("form");
    send(form, null, { answer: all.join(" ") }).then((result) => { if (!result.ok) { pad.taps = []; dice(pad); } });
  }
}

function dice(pad) {
  [...pad.querySelectorAll(".slot")].forEach((slot, number) => {
    slot.textContent = taps(pad)[number] ?? "·";
    slot.classList.toggle("full", number < taps(pad).length);
  });
}

function digit(pad, text) {
  if (taps(pad).length < 9) taps(pad).push(text);
  digits(pad);
}

function digits(pad) {
  const text = taps(pad).join("");
  pad.querySelector(".shown .digits").textContent = text || "·";
  const go = pad.querySelector("[data-send]");
  go.value = text;
  go.disabled = !text;
}

function erase(pad) {
  taps(pad).pop();
  if ("number" in pad.dataset) digits(pad); else dice(pad);
}

/** Takes something once more, and after the most of it not at all. */
export function take(several, button) {
  const all = taps(several);
  const id = button.dataset.take;
  const own = all.filter((one) => one === id).length;
  const isFull = own >= Number(button.dataset.most) || (!("order" in several.dataset) && all.length >= Number(several.dataset.most));
  several.taps = own && isFull ? all.filter((one) => one !== id) : isFull ? all : [...all, id];
  gathered(several);
}

function clear(several) {
  several.taps = [];
  gathered(several);
}

function gathered(several) {
  const all = taps(several);
  for (const button of several.querySelectorAll("[data-take]")) {
    const own = all.filter((one) => one === button.dataset.take).length;
    button.setAttribute("aria-pressed", own ? "true" : "false");
    const sign = "order" in several.dataset ? all.indexOf(button.dataset.take) + 1 : own;
    button.querySelector(".taken").textContent = own ? ("order" in several.dataset ? `${sign}.` : sign > 1 ? `×${sign}` : "✓") : "";
  }
  const count = several.querySelector("[data-chosen]");
  count.textContent = all.length ? count.dataset.chosen.replace("#", all.length) : "";
  const go = several.querySelector("[data-send]");
  go.value = all.length ? all.join(" ") : "none";
  go.disabled = all.length < Number(several.dataset.least) || all.length > Number(several.dataset.most);
  for (const space of document.querySelectorAll("[data-space]")) space.classList.toggle("taken", all.includes(space.dataset.space));
}
