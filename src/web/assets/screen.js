// Every page begins here. Pages work without scripts, too: forms go where they say. With them, news come by themselves, taps
// become answers, and what comes of them is told where people look.
import { answered, follow } from "./live.js";
import { fillIn, hush, tell } from "./told.js";
import { wirePads } from "./pads.js";
import { wireTaps } from "./taps.js";

/** Sends a form, and tells what came of it. */
export async function send(form, submitter, more = {}) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  form.setAttribute("aria-busy", "true");
  // What is on its way is not begun any more.
  const pads = [...form.querySelectorAll("[data-several], .pad")];
  for (const pad of pads) pad.dataset.sent = "yes";
  if (form.hasAttribute("data-answer")) answered();
  try {
    const reply = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
    const text = await reply.text();
    let result;
    try { result = JSON.parse(text); } catch { result = { ok: reply.ok, told: [text.trim()] }; }
    if (result.to) {
      if (form.matches(".join form")) sessionStorage.setItem("asked", "yes");
      location.href = result.to;
      return result;
    }
    if (result.ok) for (const pad of pads) pad.taps = [];
    const lines = result.told ?? [];
    const asks = lines.indexOf("sure: do it all the same");
    if (asks >= 0) {
      lines.splice(asks, 1);
      tell(lines, true, { text: "Do it all the same", no: "Leave it", does: () => send(form, submitter, { ...more, seen: "yes" }) });
      return result;
    }
    // What was said before is out of date.
    if (result.ok && !lines.length) hush();
    tell(lines, !result.ok);
    return result;
  } catch {
    tell(["The table cannot be reached just now, and this did not arrive. The page goes on by itself when it is there again: tap then once more."], true);
    return { ok: false };
  } finally {
    for (const pad of pads) delete pad.dataset.sent;
    form.removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form.hasAttribute("data-answer") || form.hasAttribute("data-deed"))) return;
  event.preventDefault();
  if (form.dataset.sure) {
    tell([form.dataset.sure], false, { text: "Yes", no: "No", does: () => send(form, event.submitter) });
    return;
  }
  const result = await send(form, event.submitter);
  if (result.ok && form.classList.contains("note")) form.reset();
});

// What can be set is filled in with a tap.
document.addEventListener("click", (event) => {
  const fill = event.target.closest?.("[data-fill]");
  if (fill) fillIn(fill.dataset.fill);
});

// A page that a browser kept is not shown again as it was: the phone may be in other hands by now.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

/** Marks what was looked for in the rules, where a browser can. */
function markFound() {
  const wanted = new URLSearchParams(location.search).get("find")?.trim().toLowerCase();
  if (!wanted || !globalThis.CSS?.highlights) return;
  const ranges = [];
  const walker = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.toLowerCase();
    for (let at = text.indexOf(wanted); at >= 0 && text.length === node.data.length; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

markFound();
wirePads();
wireTaps();
follow();
