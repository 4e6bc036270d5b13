// Taps on the board and on cards: what is legal is answered, of what is not it is said why.
import { send } from "./screen.js";
import { tell } from "./told.js";
import { toLit } from "./motion.js";
import { take } from "./pads.js";

export function wireTaps() {
  document.addEventListener("click", (event) => {
    const space = event.target.closest?.("[data-space]");
    if (space) { tapped(space.dataset.space); return; }
    const zone = event.target.closest?.(".host [data-zone]");
    if (zone) { zoneTapped(zone); return; }
    const thing = event.target.closest?.(".phone:not(.watch) [data-thing]");
    if (thing) tapped(thing.dataset.thing);
  });
  document.addEventListener("keydown", (event) => {
    const space = event.target.closest?.("[data-space]");
    if (space && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); tapped(space.dataset.space); }
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (space && arrows[event.key]) { event.preventDefault(); step(space, arrows[event.key]); }
  });
  // Small squares are made large enough for a thumb, and small again.
  document.addEventListener("dblclick", (event) => near(event.target.closest?.(".board-frame")));
  zoomers();
  new MutationObserver(zoomers).observe(document.body, { childList: true, subtree: true });
}

function tapped(id) {
  const form = document.querySelector("form[data-answer]");
  if (document.body.dataset.screen === "host") { set(id); return; }
  if (!form) return;
  const several = form.querySelector("[data-several]");
  const button = form.querySelector(`[data-choice="${CSS.escape(id)}"]`);
  if (several && button) { take(several, button); return; }
  if (button) { send(form, button); return; }
  why(form, id);
}

/** Whoever keeps the table sets what lies on a space. */
function set(id) {
  const field = document.getElementById("adjust-text");
  if (!field) return;
  const known = [...document.querySelectorAll("#adjust-known option")].map((option) => option.value);
  // Where nothing lies yet, what lies elsewhere may.
  const kinds = [...new Set(known.map((value) => value.split(": ")[0].split(" on ")).filter((parts) => parts.length === 2).map(([what]) => what))];
  field.value = known.find((value) => value.split(": ")[0].endsWith(` on ${id}`)) ?? `${kinds[0] ?? ""} on ${id}: 1`;
  field.focus();
  if (field.value.startsWith(" ")) field.setSelectionRange(0, 0);
  else field.setSelectionRange(field.value.lastIndexOf(": ") + 2, field.value.length);
}

/** Whoever keeps the table sets what lies in a zone. */
function zoneTapped(zone) {
  const field = document.getElementById("adjust-text");
  if (!field) return;
  const known = [...document.querySelectorAll("#adjust-known option")].find((option) => option.dataset.field === zone.dataset.zone);
  field.value = known?.value ?? `${zone.dataset.zone}: `;
  field.focus();
  field.scrollIntoView({ block: "center" });
}

async function why(form, id) {
  const seat = form.querySelector("[name=seat]")?.value;
  if (seat === undefined) return;
  const reply = await fetch(`/why?seat=${seat}&id=${encodeURIComponent(id)}`, { headers: { accept: "application/json" } });
  const result = await reply.json().catch(() => null);
  if (result) tell(result.told, !result.ok);
}

/** To the next space that can be tapped in a direction. */
function step(from, [dx, dy]) {
  const box = (one) => one.getBoundingClientRect();
  const middle = (one) => { const b = box(one); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const [x, y] = middle(from);
  let best = null;
  for (const one of from.parentElement.querySelectorAll(".can")) {
    if (one === from) continue;
    const [ox, oy] = middle(one);
    const along = (ox - x) * dx + (oy - y) * dy;
    const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along <= 1) continue;
    const cost = along + 2 * across;
    if (!best || cost < best.cost) best = { one, cost };
  }
  best?.one.focus();
}

function near(frame) {
  if (!frame) return;
  const isNear = frame.classList.toggle("near");
  toLit(frame);
  const button = frame.nextElementSibling;
  if (button?.classList.contains("zoom")) button.textContent = isNear ? "Whole board" : "Larger";
}

function zoomers() {
  for (const frame of document.querySelectorAll(".phone .board-frame.small:not([data-zoom])")) {
    frame.dataset.zoom = "yes";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "small zoom";
    button.textContent = frame.classList.contains("near") ? "Whole board" : "Larger";
    button.addEventListener("click", () => near(frame));
    frame.after(button);
    const svg = frame.querySelector("svg");
    // A space is 44 pixels wide when the board is near.
    frame.style.setProperty("--near", `${Math.ceil(44 * Number(svg.dataset.width) / Number(svg.dataset.cell))}px`);
  }
}
