// Every page begins here. Pages work without scripts, too: forms go where they say. With them, news come by themselves, taps
// become answers, and what comes of them is told where people look.
import { answered, follow } from "./live.js";
import { wirePads } from "./pads.js";
import { wireTaps } from "./taps.js";

const told = document.getElementById("told");
let timer = 0;

/** Says something to whoever holds this screen. */
export function tell(lines, isWrong) {
  if (!told || !lines.length) return;
  told.replaceChildren(...lines.map((line) => {
    const paragraph = document.createElement("p");
    const rule = line.match(/^rules: (.*)$/);
    if (rule) {
      const link = document.createElement("a");
      link.href = `/rules?find=${encodeURIComponent(rule[1])}`;
      link.textContent = `Rules: ${rule[1]}`;
      paragraph.append(link);
    } else {
      paragraph.textContent = line.replace(/`([^`]*)`/g, "$1");
    }
    return paragraph;
  }));
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => told.classList.remove("open"));
  told.append(close);
  told.classList.toggle("wrong", Boolean(isWrong));
  told.classList.add("open");
  clearTimeout(timer);
  timer = setTimeout(() => told.classList.remove("open"), 2500 + 45 * lines.join("").length);
}

/** Sends a form, and tells what came of it. */
export async function send(form, submitter, more = {}) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  form.setAttribute("aria-busy", "true");
  if (form.hasAttribute("data-answer")) answered();
  try {
    const reply = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
    const text = await reply.text();
    let result;
    try { result = JSON.parse(text); } catch { result = { ok: reply.ok, told: [text.trim()] }; }
    if (result.to) { location.href = result.to; return result; }
    const lines = result.told ?? [];
    const again = lines.indexOf("sure: tap once more");
    if (again >= 0) {
      lines.splice(again, 1, "Tap once more to do it all the same.");
      form.dataset.seen = "yes";
    } else {
      delete form.dataset.seen;
    }
    // What was said before is out of date.
    if (result.ok && !lines.length) told?.classList.remove("open");
    tell(lines, !result.ok);
    return result;
  } catch {
    tell(["The table cannot be reached just now. It is kept: this goes on by itself when it is there again."], true);
    return { ok: false };
  } finally {
    form.removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form.hasAttribute("data-answer") || form.hasAttribute("data-deed"))) return;
  event.preventDefault();
  if (form.dataset.sure && !form.dataset.asked) {
    form.dataset.asked = "yes";
    tell([form.dataset.sure, "Tap once more to do it."], false);
    return;
  }
  const result = await send(form, event.submitter, form.dataset.seen ? { seen: "yes" } : {});
  if (result.ok && form.classList.contains("note")) form.reset();
});

// What can be set is filled in with a tap.
document.addEventListener("click", (event) => {
  const fill = event.target.closest?.("[data-fill]");
  if (!fill) return;
  const field = document.getElementById("adjust-text");
  if (field) { field.value = fill.dataset.fill; field.focus(); }
});

// Whoever passes the phone covers what is on it first.
document.addEventListener("click", (event) => {
  const pass = event.target.closest?.("a[data-curtain]");
  if (!pass) return;
  event.preventDefault();
  curtain(pass.dataset.curtain, pass.href);
});

/** Covers the screen until somebody says who they are. */
export function curtain(name, href) {
  document.querySelector("main")?.replaceChildren();
  const cover = document.createElement("div");
  cover.className = "curtain";
  const head = document.createElement("h2");
  head.textContent = `Pass the phone to ${name}`;
  const go = document.createElement("a");
  go.className = "choice send";
  go.href = href;
  go.textContent = `I am ${name}`;
  cover.append(head, go);
  document.querySelector("main")?.append(cover);
  go.focus();
}

// A heading that the address names is opened and found, also in what is folded.
wirePads();
wireTaps();
follow();
