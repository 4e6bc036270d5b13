// Plays games in real browsers, and tries what attackers would. Started by `.ci/web`.
const { spawn, execFileSync } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const net = require("node:net");
const path = require("node:path");
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [binary, work, seconds, ...games] = process.argv.slice(2);
const shots = process.env.TABLEWRIGHT_SHOTS;
const components = path.resolve(__dirname, "../components");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const failures = [];
const check = (is, what) => { if (!is) { failures.push(what); console.log(`FAILED: ${what}`); } };
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const run = (...args) => execFileSync(binary, args, { cwd: work, encoding: "utf8" });

/** A server, once it can be reached. */
async function serve(table, port) {
  const child = spawn(binary, ["referee", "serve", "--table", table, "--port", String(port)], { cwd: work });
  let text = "";
  child.stderr.on("data", (data) => { text += data; });
  const host = await new Promise((done, fail) => {
    child.stdout.on("data", (data) => { text += data; const at = text.match(/Host: +(\S+)/); if (at) done(at[1]); });
    child.on("exit", () => fail(new Error(`the server ended: ${text}`)));
    setTimeout(() => fail(new Error(`no server: ${text}`)), 30000).unref();
  });
  const end = (signal = "SIGINT") => new Promise((done) => { child.on("exit", (code) => done(code)); child.kill(signal); });
  return { host, at: `http://localhost:${port}`, end, pid: child.pid };
}

/** A request as anybody could send it. */
function ask(port, { method = "GET", url = "/", headers = {}, body = "" }) {
  return new Promise((done) => {
    const sent = http.request({ host: "127.0.0.1", port, method, path: url, agent: false,
      headers: { host: `localhost:${port}`, ...headers } }, (reply) => {
      let text = "";
      reply.on("data", (data) => { text += data; });
      reply.on("end", () => done({ status: reply.statusCode, headers: reply.headers, text }));
    });
    sent.on("error", (error) => done({ status: 0, text: String(error), headers: {} }));
    sent.setTimeout(20000, () => sent.destroy());
    sent.end(body);
  });
}

const form = (port, url, fields, headers = {}) => ask(port, { method: "POST", url, body: new URLSearchParams(fields).toString(),
  headers: { origin: `http://localhost:${port}`, "content-type": "application/x-www-form-urlencoded", accept: "application/json", ...headers } });

/** What attackers would try. */
async function attacks(table, port) {
  const server = await serve(table, port);
  const key = server.host.split("/").pop();
  const cookie = (value) => ({ cookie: `tablewright-${port}=${value}` });
  const host = cookie(key);
  const status = async (what, wanted, reply) => check((await reply).status === wanted, `${what}: ${(await reply).status}, not ${wanted}`);
  await status("a stranger at the host's screen", 303, ask(port, { url: "/host" }));
  await status("a wrong key at the host's screen", 303, ask(port, { url: "/host", headers: cookie("0".repeat(32)) }));
  await status("the host", 200, ask(port, { url: "/host", headers: host }));
  await status("a stranger's events of a seat", 403, ask(port, { url: "/live/seat/0" }));
  await status("a stranger's answer", 403, form(port, "/answer", { seat: 0, answer: "roll" }));
  await status("a stranger's custody", 403, form(port, "/host/custody", { to: "app" }));
  await status("a stranger takes back", 403, form(port, "/undo", {}));
  await status("a forged origin", 403, form(port, "/note", { text: "x" }, { ...host, origin: "http://evil.example" }));
  await status("no origin", 403, ask(port, { method: "POST", url: "/note", headers: host, body: "text=x" }));
  await status("a name bent to this address", 421, ask(port, { headers: { host: `evil.example:${port}` } }));
  await status("another site's picture of a page", 403, ask(port, { headers: { ...host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" } }));
  for (const url of ["/../guests.json", "/guests.json", "/%2e%2e/journal.jsonl", "/art/../../guests.json", "/font/9999.ttf", "/live/seat/99999999999999999999", "/seat/-1", "/lock"]) {
    await status(url, 404, ask(port, { url }));
  }
  await status("a seat that is not there", 303, ask(port, { url: "/seat/77", headers: host }));
  await status("a body of 10 MB", 413, ask(port, { method: "POST", url: "/note", headers: { ...host, origin: server.at }, body: "x".repeat(1e7) }).then((reply) => (reply.status === 0 ? { status: 413 } : reply)));
  await status("an address of 8 kB", 414, ask(port, { url: `/${"x".repeat(8000)}` }));
  await status("100 heads", 431, ask(port, { headers: Object.fromEntries([...Array(100)].map((_, n) => [`x-${n}`, "x"])) }));
  await status("heads of 40 kB", 431, ask(port, { headers: { "x-long": "x".repeat(40000) } }));
  await status("another way to ask", 405, ask(port, { method: "DELETE", headers: { origin: server.at } }));

  // A seat is its key's alone.
  const word = await form(port, "/host/word", { word: "lantern" }, host);
  check(word.status === 200, "the host sets a word");
  const sit = async (seat) => {
    const reply = await form(port, "/join", { seat, word: "Lantern" });
    check(reply.status === 200, `joining by the word: ${reply.status} ${reply.text}`);
    const given = String(reply.headers["set-cookie"]);
    check(/HttpOnly/.test(given) && /SameSite=Strict/.test(given), "the cookie is for this server alone");
    return given.match(/=([0-9a-f]{32});/)?.[1];
  };
  const [ann, bob] = [await sit(0), await sit(1)];
  check(ann && bob && ann !== bob, "keys differ");
  await status("another seat's page", 303, ask(port, { url: "/seat/1", headers: cookie(ann) }));
  await status("another seat's events", 403, ask(port, { url: "/live/seat/1", headers: cookie(ann) }));
  await status("another seat's answer", 403, form(port, "/answer", { seat: 1, answer: "roll" }, cookie(ann)));
  await status("a player at the host's deeds", 403, form(port, "/host/free", { seat: 1 }, cookie(ann)));
  await status("the own page", 200, ask(port, { url: "/seat/0", headers: cookie(ann) }));
  await status("a wrong word", 409, form(port, "/join", { seat: 0, word: "guess" }));

  // Whatever people write is words and nothing else.
  const script = `<script>alert(1)</script><img src=x onerror=alert(1)>"'`;
  await status("a note", 200, form(port, "/note", { seat: 0, text: script }, cookie(ann)));
  for (const [url, headers] of [["/table", {}], ["/seat/1", cookie(bob)], ["/host", host], ["/evening", {}]]) {
    const { text, headers: heads } = await ask(port, { url, headers });
    check(!text.includes("<script>alert") && !text.includes("<img src=x"), `a note is escaped on ${url}`);
    check(/default-src 'none'/.test(heads["content-security-policy"]) && !/unsafe/.test(heads["content-security-policy"]), `policy of ${url}`);
    check(!/ style="| onclick=|<style|<script>[^<]/.test(text), `nothing runs inside ${url}`);
  }

  // A second process does not write meanwhile.
  let refused = false;
  try { run("referee", "note", "x", "--table", table); } catch { refused = true; }
  check(refused, "a second process writes to the table");

  // Two who answer the same question: one counts, and the other is told.
  const number = Number(run("referee", "show", "--table", table, "--json").match(/"number": (\d+)/)[1]);
  const asked = JSON.parse(run("referee", "show", "--table", table, "--json"));
  if (asked.request) {
    const answer = asked.request.options[0]?.id ?? (asked.request.kind === "roll" ? "roll" : String(asked.request.least ?? "yes"));
    const seat = asked.seats.findIndex((one) => one.name === asked.request.seat);
    const by = seat === 1 ? [bob, bob] : seat === 0 ? [ann, ann] : [ann, bob];
    const both = await Promise.all(by.map((who, n) => form(port, "/answer", { seat: seat < 0 ? n : seat, number, answer: asked.request.kind === "draw" && !asked.request.held ? "deal" : answer }, cookie(who))));
    const told = both.map((reply) => reply.status).sort();
    check(told[0] === 200 && told[1] === 409, `two answers to one question: ${told} ${both.map((reply) => reply.text)}`);
  }

  // Idle connections are cut off, and others come in meanwhile.
  const idle = [];
  for (let n = 0; n < 1000; n += 1) {
    const socket = net.connect({ port, host: "127.0.0.1" });
    socket.on("error", () => {});
    idle.push(socket);
  }
  await wait(1500);
  const other = await new Promise((done) => {
    const sent = http.request({ host: "127.0.0.1", port, localAddress: "127.0.0.2", headers: { host: `localhost:${port}` }, agent: false }, (reply) => { reply.resume(); done(reply.statusCode); });
    sent.on("error", (error) => done(String(error)));
    sent.end();
  });
  check(other === 200, `somebody else comes in beside 1,000 idle connections: ${other}`);
  await wait(11000);
  const left = idle.filter((socket) => !socket.destroyed && socket.readyState === "open").length;
  check(left === 0, `${left} idle connections are left`);
  idle.forEach((socket) => socket.destroy());

  // Killed with somebody looking: every answer that was acknowledged is there.
  const before = JSON.parse(run("referee", "show", "--table", table, "--json")).number;
  for (let n = 0; n < 3; n += 1) check((await form(port, "/note", { seat: 0, text: `kept ${n}` }, cookie(ann))).status === 200, "a note before the end");
  await server.end("SIGKILL");
  check(JSON.parse(run("referee", "show", "--table", table, "--json")).number === before + 3, "what was acknowledged is there after kill -9");
  const again = await serve(table, port);
  await status("the same key after kill -9", 200, ask(port, { url: "/seat/0", headers: cookie(ann) }));
  check((await again.end()) === 0, "Ctrl-C ends it well");
  console.log("attacks: tried");
}

/** Taps one random legal answer of a page; whether there was any. */
const tap = (page) => page.evaluate(async () => {
  const pick = (all) => all[Math.floor(Math.random() * all.length)];
  const form = document.querySelector("#part-question form[data-answer]");
  if (!form || form.getAttribute("aria-busy") || document.querySelector(".pad[data-sent]")) return false;
  const several = form.querySelector("[data-several]");
  if (several) {
    several.querySelector("[data-clear]").click();
    const send = several.querySelector("[data-send]");
    const wanted = Number(several.dataset.least);
    for (let n = 0; n < 60 && (send.disabled || n < wanted); n += 1) pick([...several.querySelectorAll("[data-take]")]).click();
    if (send.disabled) return false;
    send.click();
    return true;
  }
  const dice = form.querySelector("[data-dice]");
  if (dice) {
    if (Math.random() < 0.3) { form.querySelector("[value=roll]").click(); return true; }
    dice.taps = [];
    for (let n = 0; n < Number(dice.dataset.dice); n += 1) pick([...dice.querySelectorAll("[data-face]")]).click();
    return true;
  }
  const pad = form.querySelector("[data-number]");
  if (pad) {
    const [least, most] = form.querySelector(".hint").textContent.match(/-?\d+/g).map(Number);
    for (const digit of String(least + Math.floor(Math.random() * (most - least + 1)))) pad.querySelector(`[data-digit="${digit}"]`).click();
    pad.querySelector("[data-send]").click();
    return true;
  }
  const deal = form.querySelector("[value=deal]");
  if (deal) { deal.click(); return true; }
  const legal = [...document.querySelectorAll(".taps .can")];
  if (legal.length && Math.random() < 0.5) { pick(legal).dispatchEvent(new MouseEvent("click", { bubbles: true })); return true; }
  const buttons = [...form.querySelectorAll("button[type=submit]")];
  if (!buttons.length) return false;
  pick(buttons).click();
  return true;
});

async function accessible(page, name) {
  await page.evaluate(axe).catch(() => {});
  const found = await page.evaluate(async () => {
    const result = await window.axe.run(document, { resultTypes: ["violations"] });
    return result.violations.filter((one) => ["serious", "critical"].includes(one.impact))
      .map((one) => `${one.id}: ${one.nodes.length} (${one.nodes[0].target}) ${one.nodes[0].failureSummary?.slice(0, 300)}`);
  });
  check(found.length === 0, `axe-core on ${name}: ${found.join("; ")}`);
}

async function shoot(page, name) {
  if (!shots) return;
  for (const [width, height] of [[360, 800], [820, 1180], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await wait(350);
    await page.screenshot({ path: path.join(shots, `${name}-${width}.png`), fullPage: width < 1900 && process.env.TABLEWRIGHT_FULL === "1" });
  }
}

/** A game from joining to the score, or for as long as there is time. */
async function play(browser, game, port) {
  run("referee", "new", game, "--players", "Ann,Bob", "--dice", "ask", "--table", game, "--components", components, "--seed", "7");
  const server = await serve(game, port);
  const context = async (more = {}) => browser.newContext({ bypassCSP: true, ...more });
  const wrong = [];
  const open = async (url, more) => {
    const page = await (await context(more)).newPage();
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (line) => { if (line.type() === "error" && !/409|403|Failed to load/.test(line.text())) wrong.push(line.text()); });
    await page.goto(url);
    return page;
  };
  const host = await open(server.host);
  const phones = [];
  for (const seat of [0, 1]) {
    const phone = await open(server.at, { viewport: { width: 360, height: 800 } });
    if (seat === 0) { await shoot(phone, `${game}-join`); await phone.setViewportSize({ width: 360, height: 800 }); await accessible(phone, `${game}: join`); }
    await phone.check(`input[value="${seat}"]`);
    await phone.click("text=Sit down");
    await host.click(".request .send");
    await phone.waitForURL(`**/seat/${seat}`);
    phones.push(phone);
  }
  const table = await open(`${server.at}/table`, { viewport: { width: 1920, height: 1080 } });
  const watch = await open(`${server.at}/watch`);
  const end = Date.now() + Number(seconds) * 1000;
  let taps = 0;
  while (Date.now() < end && !(await table.locator("text=The game is over.").count())) {
    const tapped = (await Promise.all(phones.map(tap))).filter(Boolean).length;
    taps += tapped;
    if (taps === 12 || (taps > 12 && taps - tapped < 12)) {
      for (const [page, name] of [[phones[0], "phone-a"], [phones[1], "phone-b"], [table, "table"], [watch, "watch"], [host, "host"]]) {
        await shoot(page, `${game}-${name}`);
        await accessible(page, `${game}: ${name}`);
      }
      if (shots) { await table.emulateMedia({ colorScheme: "dark" }); await shoot(table, `${game}-table-dark`); await table.emulateMedia({ colorScheme: "light" }); }
      await phones[0].setViewportSize({ width: 360, height: 800 });
    }
    await wait(tapped ? 25 : 60);
  }
  await wait(600);
  const shown = JSON.parse(run("referee", "show", "--table", game, "--json"));
  const versions = await Promise.all([table, watch, ...phones].map((page) => page.evaluate(() => document.body.dataset.version)));
  check(new Set(versions).size === 1, `${game}: screens show different states: ${versions}`);
  check(taps > 5, `${game}: only ${taps} taps`);
  check(wrong.length === 0, `${game}: ${[...new Set(wrong)].slice(0, 5).join("; ")}`);
  for (const url of ["/rules", "/evening", "/sheet"]) {
    await watch.goto(server.at + url);
    await accessible(watch, `${game}: ${url}`);
    await shoot(watch, `${game}${url.replace("/", "-")}`);
  }
  check((await server.end()) === 0, `${game}: Ctrl-C ends it well`);
  // The journal, played anew, is the state that was shown.
  const again = JSON.parse(run("referee", "show", "--table", game, "--json"));
  check(JSON.stringify(again) === JSON.stringify(shown), `${game}: the journal's replay differs`);
  console.log(`${game}: ${taps} taps, ${shown.number} entries, ${shown.over ? "played to the end" : "as far as the time went"}`);
}

(async () => {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
  let port = 18100;
  try {
    for (const game of games) await play(browser, game, (port += 20));
  } finally {
    await browser.close();
  }
  run("referee", "new", games[0], "--players", "Ann,Bob", "--dice", "ask", "--table", "attacked", "--components", components, "--seed", "7");
  await attacks("attacked", port + 20);
  if (failures.length) { console.log(`${failures.length} checks failed`); process.exit(1); }
  console.log("all screens hold");
})().catch((error) => { console.log(error); process.exit(1); });
