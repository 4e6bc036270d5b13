// Messages to whoever holds this screen: what came of what they did, and what needs a yes of theirs.
const told = document.getElementById("told");
let timer = 0;

/** Says something to whoever holds this screen; with a deed, it waits for a yes to it. */
export function tell(lines, isWrong, deed) {
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
  const row = document.createElement("div");
  const button = (text, does, stays) => {
    const one = document.createElement("button");
    one.type = "button";
    one.textContent = text;
    one.addEventListener("click", () => { if (!stays) told.classList.remove("open"); does?.(); });
    row.append(one);
  };
  if (deed) button(deed.text, deed.does);
  for (const line of lines) {
    const set = line.match(/Set `([^`]+)`/);
    if (set) button(`Set ${set[1]}`, () => fillIn(set[1]), true);
  }
  button(deed?.no ?? "Close");
  told.append(row);
  told.classList.toggle("wrong", Boolean(isWrong));
  told.classList.add("open");
  clearTimeout(timer);
  // What waits for an answer stays.
  if (!row.children[1]) timer = setTimeout(() => told.classList.remove("open"), 2500 + 45 * lines.join("").length);
}

/** Fills in what can be set, and shows where. */
export function fillIn(text) {
  const field = document.getElementById("adjust-text");
  if (!field) return;
  field.value = text;
  field.focus();
  field.scrollIntoView({ block: "center" });
}

/** What was said before is out of date. */
export function hush() {
  told?.classList.remove("open");
}
