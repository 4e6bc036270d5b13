// News of this screen. Whatever was missed comes with the next one: each has all of the screen.
import { animate, remember, flash, toLit } from "./motion.js";
import { begun, resume } from "./pads.js";
import { tell } from "./told.js";

let version = Number(document.body.dataset.version || 0);
let source = null;
let quiet = 0;

/** Follows the screen for as long as the page is open. */
export function follow() {
  const address = document.body.dataset.live;
  if (!address) return;
  if (goneOn()) return;
  open(address);
  // A phone that slept asks anew.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && source?.readyState !== EventSource.OPEN) open(address);
  });
  addEventListener("online", () => open(address));
}

function open(address) {
  source?.close();
  clearTimeout(quiet);
  source = new EventSource(`${address}?known=${version}`);
  source.addEventListener("open", () => { link("on"); sameTable(); });
  source.addEventListener("frame", (event) => { next = JSON.parse(event.data); if (!isPressed) showNext(); });
  source.addEventListener("gone", () => { source.close(); location.reload(); });
  source.addEventListener("error", () => {
    link("off");
    // Browsers give up where an answer is not what they wanted; the table may only be away for a while.
    if (source.readyState === EventSource.CLOSED) quiet = setTimeout(() => again(address), 1500);
  });
}

async function again(address) {
  try {
    const reply = await fetch(location.pathname, { redirect: "manual" });
    if (reply.type === "opaqueredirect") { location.href = "/"; return; }
  } catch { /* not there yet */ }
  open(address);
}

let wasAway = false;

/** Another table may be served at the same address by now: its page is another one. */
async function sameTable() {
  if (!wasAway) return;
  wasAway = false;
  const reply = await fetch(location.pathname, { headers: { accept: "text/html" } }).catch(() => null);
  const page = reply?.ok && new DOMParser().parseFromString(await reply.text(), "text/html");
  if (page && page.title !== name) location.reload();
}

function link(state) {
  if (state === "off") wasAway = true;
  const sign = document.getElementById("link");
  if (!sign) return;
  sign.dataset.link = state;
  sign.textContent = state === "on" ? "connected" : "connecting …";
}

// What a finger has pressed stays below it until it lets go: else a tap would be lost with the button that it began on.
let [next, isPressed] = [null, false];
addEventListener("pointerdown", () => { isPressed = true; }, true);
for (const ended of ["pointerup", "pointercancel"]) addEventListener(ended, () => setTimeout(() => { isPressed = false; showNext(); }, 0), true);

function showNext() {
  const frame = next;
  next = null;
  if (frame) show(frame);
}

function show(frame) {
  if (frame.version === version) return;
  version = frame.version;
  document.body.dataset.version = version;
  if ("changed" in frame.parts) {
    if (document.body.dataset.screen === "evening") location.reload(); else refresh();
    return;
  }
  const waited = document.querySelectorAll(".request").length;
  for (const [id, html] of Object.entries(frame.parts)) fill(document.getElementById(`part-${id}`), html);
  if (document.querySelectorAll(".request").length > waited) knocked();
  flash();
  title();
  hear();
  asked();
}

/** Somebody wants a seat: whoever keeps the table may look elsewhere on it. */
function knocked() {
  const last = [...document.querySelectorAll(".request")].at(-1);
  const { top, bottom } = last.getBoundingClientRect();
  if (top > 0 && bottom < innerHeight) return;
  tell([last.querySelector("p").textContent], false, { text: "Look", no: "Later", does: () => last.scrollIntoView({ block: "center" }) });
}

const prompts = () => document.querySelector("#part-question .prompt")?.textContent ?? "";
const lines = () => [...document.querySelectorAll("#part-log .entry, #part-log .said")].map((line) => line.querySelector(".what").textContent);
let heard = { prompt: prompts(), lines: lines() };

/** Tells who listens what has happened since, and what is asked now. What a message has told already is not told again. */
function hear() {
  const sign = document.getElementById("heard");
  const now = { prompt: prompts(), lines: lines() };
  const told = document.querySelector(".told.open")?.textContent ?? "";
  // Newest come first: where they go on as before, the rest is known.
  const fresh = now.lines.findIndex((_, at) => now.lines.slice(at, at + 3).every((line, next) => line === heard.lines[next]));
  const news = now.lines.slice(0, Math.min(fresh < 0 ? 3 : fresh, 3)).reverse().filter((line) => !told.includes(line));
  if (now.prompt !== heard.prompt || news.length) news.push(document.querySelector(".turn")?.textContent ?? "");
  // Where the question itself has the focus, it is read for that.
  if (news.length && !document.activeElement?.matches(".prompt")) news.push(now.prompt);
  heard = now;
  if (!sign || !news.length) return;
  sign.textContent = news.filter(Boolean).map((line) => /[.!?…]$/.test(line) ? line : `${line}.`).join(" ");
}

/** Fills a part anew, if it differs, and leaves people where they were in it. */
function fill(part, html) {
  if (!part || part.dataset.html === html) return;
  const focus = part.contains(document.activeElement) ? mark(document.activeElement) : null;
  const opened = [...part.querySelectorAll("details[open]")].map((one) => one.querySelector("summary")?.textContent);
  const at = [...part.querySelectorAll(".board-frame")].map((frame) => [frame.scrollLeft, frame.scrollTop, frame.classList.contains("near"), frame.style.getPropertyValue("--near")]);
  const before = remember(part);
  const unsent = begun(part);
  const asked = part.querySelector(".prompt")?.textContent;
  part.innerHTML = html;
  part.dataset.html = html;
  const prompt = part.querySelector(".prompt");
  const isNew = Boolean(prompt) && prompt.textContent !== asked;
  // What stood open for one question is not about the next.
  for (const one of part.querySelectorAll(isNew ? "details:not(.why-not)" : "details")) {
    if (opened.includes(one.querySelector("summary")?.textContent)) one.open = true;
  }
  [...part.querySelectorAll(".board-frame")].forEach((frame, number) => {
    if (!at[number]) return;
    const [left, top, isNear, near] = at[number];
    if (near) frame.style.setProperty("--near", near);
    frame.classList.toggle("near", isNear);
    frame.scrollLeft = left;
    frame.scrollTop = top;
    toLit(frame);
  });
  if (isNew) unhurried(part); else resume(part, unsent);
  if (isNew) bringUp(part);
  if (focus) hold(isNew ? prompt : part.querySelector(focus) ?? part.querySelector("button:not([disabled])"));
  animate(part, before);
}

/** Whoever has answered is before the next question, and on none of its answers: a second press of the same key answers nothing. */
function hold(element) {
  if (element?.matches(".prompt")) element.tabIndex = -1;
  element?.focus({ preventScroll: true });
}

/** A finger that taps twice does not answer the next question, which comes up below it. */
function unhurried(part) {
  const form = part.querySelector(".answers");
  form?.classList.add("fresh");
  setTimeout(() => form?.classList.remove("fresh"), 350);
}

let wasAnswered = 0;

/** Remembers when this screen answered last: a question that comes soon after is a consequence of it. */
export function answered() {
  wasAnswered = Date.now();
}

const isBelow = (element) => element.getBoundingClientRect().top < (document.querySelector(".bar")?.offsetHeight ?? 0) - 4;

/** The question that follows from an answer on the board may be out of sight: it is brought up where it is not answered there, too. */
function bringUp(part) {
  if (document.body.dataset.screen !== "seat" || Date.now() - wasAnswered > 4000) return;
  // The board is filled after the question.
  setTimeout(() => {
    if (part.querySelector(".prompt") && isBelow(part) && !document.querySelector(".taps .can")) {
      scrollTo({ top: 0, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    }
  }, 0);
}

/** What is asked stays to be read above the board; a tap leads to it. It is there to be seen: who listens has the question itself. */
function asked() {
  const [bar, part] = [document.querySelector(".bar"), document.getElementById("part-question")];
  if (!bar || !part || document.body.dataset.screen !== "seat") return;
  let sign = bar.querySelector(".asked-above");
  if (!sign) {
    sign = document.createElement("p");
    sign.className = "asked-above";
    sign.setAttribute("aria-hidden", "true");
    sign.addEventListener("click", () => scrollTo({ top: 0 }));
    bar.append(sign);
  }
  const prompt = part.querySelector(".prompt");
  const isShown = Boolean(prompt && part.querySelector("form")) && isBelow(prompt);
  sign.textContent = prompt?.textContent ?? "";
  bar.classList.toggle("asks", isShown);
}
addEventListener("scroll", asked, { passive: true });

/** How an element is found again after its part was filled anew. */
function mark(element) {
  for (const name of ["data-space", "data-take", "data-face", "data-digit", "value"]) {
    const value = element.getAttribute?.(name);
    if (value !== null && value !== undefined) return `[${name}="${CSS.escape(value)}"]`;
  }
  return element.id ? `#${CSS.escape(element.id)}` : null;
}

/** Goes on to the seat that this screen has asked for, where the host was faster than this page; whether it did. */
function goneOn() {
  if (document.querySelector(".waits")) return false;
  const hasAsked = sessionStorage.getItem("asked");
  sessionStorage.removeItem("asked");
  const own = document.querySelectorAll("#part-seats a.go");
  if (!hasAsked || own.length !== 1) return false;
  location.href = own[0].getAttribute("href");
  return true;
}

/** The first page is different for everybody: it is fetched. */
async function refresh() {
  const reply = await fetch("/", { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const own = page.querySelector("#part-seats a.go");
  const waited = document.querySelector(".waits");
  if (waited && own && page.querySelectorAll("#part-seats a.go").length === 1) { location.href = own.getAttribute("href"); return; }
  const ticked = [...document.querySelectorAll("#part-seats input:checked")].map((box) => box.value);
  const word = document.querySelector("#part-seats input[name=word]")?.value;
  document.getElementById("part-seats")?.replaceChildren(...(page.getElementById("part-seats")?.childNodes ?? []));
  for (const value of ticked) {
    const box = document.querySelector(`#part-seats input[value="${CSS.escape(value)}"]`);
    if (box) box.checked = true;
  }
  const field = document.querySelector("#part-seats input[name=word]");
  if (field && word) field.value = word;
}

const name = document.title;

/** Whether somebody waits for this screen stands in the title, for who looks at something else. */
function title() {
  const isWaited = document.querySelector("[data-turn=own], .request");
  document.title = isWaited ? `● ${name}` : name;
}

// What is there already is not filled again.
for (const part of document.querySelectorAll("[id^=part-]")) part.dataset.html = part.innerHTML;
title();
