// What moves is seen to move: pieces glide, dice land, cards turn. Nothing does where people want less motion; then what is new is
// only there.
const still = matchMedia("(prefers-reduced-motion: reduce)");
let lastFlash = Number(document.querySelector("[data-flash]")?.dataset.flash ?? 0);

/** Where pieces and cards are before a part is filled anew. */
export function remember(part) {
  const pieces = [...part.querySelectorAll(".piece")].map((piece) => ({
    face: piece.dataset.face, at: piece.dataset.at, x: Number(piece.dataset.x), y: Number(piece.dataset.y),
  }));
  const cards = new Set([...part.querySelectorAll("[data-thing]")].map((card) => card.dataset.thing));
  return { pieces, cards, isFirst: !part.dataset.html };
}

/** Lets what is elsewhere now glide there. */
export function animate(part, before) {
  if (still.matches || before.isFirst) return;
  const left = [...before.pieces];
  const moved = [];
  for (const piece of part.querySelectorAll(".piece")) {
    const same = left.findIndex((old) => old.face === piece.dataset.face && old.at === piece.dataset.at);
    if (same >= 0) left.splice(same, 1); else moved.push(piece);
  }
  for (const piece of moved) {
    const from = left.findIndex((old) => old.face === piece.dataset.face);
    if (from >= 0) {
      const [old] = left.splice(from, 1);
      const [dx, dy] = [old.x - Number(piece.dataset.x), old.y - Number(piece.dataset.y)];
      piece.parentElement.append(piece);
      piece.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }],
        { duration: 550, easing: "cubic-bezier(.3,.1,.2,1)" });
    } else if (before.pieces.length) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 400 });
    }
  }
  for (const card of part.querySelectorAll("[data-thing]")) {
    if (before.cards.size && !before.cards.has(card.dataset.thing)) {
      card.animate([{ transform: "rotateY(90deg) translateY(-12px)" }, { transform: "none" }], { duration: 450, easing: "ease-out" });
    }
  }
}

/** What is lit is brought into sight where only a part of a board is seen. */
export function toLit(frame) {
  if (!frame.classList.contains("near")) return;
  const room = frame.getBoundingClientRect();
  const lit = [...frame.querySelectorAll(".legal")].map((space) => space.getBoundingClientRect());
  // A sliver at the rim is not seen: its middle is.
  const [across, down] = [(box) => box.left + box.width / 2, (box) => box.top + box.height / 2];
  const isSeen = (box) => across(box) < room.right && across(box) > room.left && down(box) < room.bottom && down(box) > room.top;
  if (!lit.length || lit.some(isSeen)) return;
  // Of all that is lit, the one in the middle.
  const mean = (of) => lit.reduce((sum, box) => sum + of(box), 0) / lit.length;
  const [x, y] = [mean(across), mean(down)];
  const far = (box) => Math.hypot(across(box) - x, down(box) - y);
  const nearest = lit.reduce((best, box) => (far(box) < far(best) ? box : best));
  frame.scrollLeft += across(nearest) - room.left - room.width / 2;
  frame.scrollTop += down(nearest) - room.top - room.height / 2;
}

/** Shows large for a moment what has just come up. */
export function flash() {
  const news = document.querySelector("[data-flash]");
  const stage = document.getElementById("stage");
  if (!news || !stage || Number(news.dataset.flash) <= lastFlash) return;
  lastFlash = Number(news.dataset.flash);
  const shown = news.cloneNode(true);
  shown.removeAttribute("data-flash");
  stage.replaceChildren(shown);
  stage.classList.add("open");
  if (!still.matches) {
    [...shown.querySelectorAll(".die, .card")].forEach((one, number) => {
      const isDie = one.classList.contains("die");
      const from = isDie ? `translateY(-60vh) rotate(${-200 - 90 * number}deg)` : "rotateY(90deg) scale(.8)";
      one.animate([{ transform: from }, { transform: "none" }],
        { duration: 600 + 70 * number, easing: "cubic-bezier(.2,.9,.3,1.15)", fill: "backwards" });
    });
  }
  setTimeout(() => stage.classList.remove("open"), document.body.dataset.screen === "table" ? 2600 : 1400);
}
