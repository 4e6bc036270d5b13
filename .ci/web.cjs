// Plays games in real browsers, and ends the server while they look. Started by `.ci/web`.
const { spawn, execFileSync } = require("node:child_process");
const fs = require("node:fs");
const net = require("node:net");
const path = require("node:path");
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [binary, work, seconds, ...games] = process.argv.slice(2);
/** Whether games are seen through to their score, from their beginning or from near their end; there are so many seconds for it. */
const isLate = seconds === "late";
const isWhole = seconds === "whole" || isLate;
const LONGEST = 900;
/** Of a game that is joined near its end so many entries are left. */
const LEFT = 12;
/** After so many taps all screens are looked at. */
const LOOKED = isLate ? 4 : 12;
/** A page is waited for so many milliseconds, on a machine that does much else. */
const PATIENCE = 120_000;
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
  // A finger finds every button, and nothing is found by moving the page sideways.
  const [small, over] = await page.evaluate(() => {
    const seen = [...document.querySelectorAll("button, .choice, summary, input[type=text]")].filter((one) => one.checkVisibility());
    const boxes = seen.map((one) => [one.textContent.trim().slice(0, 20), one.getBoundingClientRect()]);
    const low = boxes.filter(([, box]) => box.height > 0 && (box.height < 43.5 || box.width < 43.5));
    return [low.map(([text, box]) => `${text} ${Math.round(box.width)}x${Math.round(box.height)}`), document.documentElement.scrollWidth - innerWidth];
  });
  check(small.length === 0, `${name}: too small for a finger: ${small.slice(0, 4).join("; ")}`);
  check(over <= 0, `${name}: ${over} px wider than the screen`);
}

/** A table in a language that is read from the right, at the width of a phone and with letters of twice the size. */
async function fromRight(browser, game, port) {
  const folder = path.join(work, "from-right");
  fs.cpSync(path.join(components, game), path.join(folder, game), { recursive: true });
  const about = path.join(folder, game, "game.yaml");
  fs.writeFileSync(about, `${fs.readFileSync(about, "utf8").replace(/^lang:.*$/m, "")}\nlang: he\n`);
  run("referee", "new", game, "--players", "נועה,زيد", "--dice", "app", "--table", "from-right", "--components", folder, "--seed", "7");
  const server = await serve("from-right", port);
  const page = await (await browser.newContext({ bypassCSP: true, viewport: { width: 360, height: 800 } })).newPage();
  for (const [name, url] of [["host", server.host], ["join", server.at], ["table", `${server.at}/table`], ["watch", `${server.at}/watch`]]) {
    await page.goto(url);
    check(await page.evaluate(() => document.documentElement.dir === "rtl"), `${game} from the right: ${name} is read from the left`);
    if (shots) await page.screenshot({ path: path.join(shots, `from-right-${name}.png`) });
    await accessible(page, `${game} from the right: ${name}`);
    await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
    if (shots) await page.screenshot({ path: path.join(shots, `twice-${name}.png`) });
    check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game}, ${name}: letters of twice the size are wider than the screen`);
  }
  await server.end();
}

async function shoot(page, name) {
  if (!shots) return;
  for (const [width, height] of [[360, 800], [820, 1180], [1920, 1080], [3840, 2160]]) {
    await page.setViewportSize({ width, height });
    await wait(350);
    await page.screenshot({ path: path.join(shots, `${name}-${width}.png`), fullPage: width < 1900 && process.env.TABLEWRIGHT_FULL === "1" });
  }
}

/** Ends the server as a power cut would, with pages left open: they say so, and go on by themselves when it is there again. */
async function recovers(game, server, port, pages) {
  const all = Object.entries(pages);
  const are = (state) => Promise.all(all.map(([name, page]) => page.waitForSelector(`#link[data-link=${state}]`, { state: "attached", timeout: 15000 })
    .catch(() => check(false, `${game}: ${name} is not ${state} after the server ended`))));
  await server.end("SIGKILL");
  await are("off");
  // Something happens meanwhile, that no screen was told of.
  run("referee", "note", "while nobody looked", "--table", game);
  const again = await serve(game, port);
  const began = Date.now();
  await are("on");
  for (const [name, page] of all) {
    await page.waitForFunction(() => /while nobody looked/.test(document.getElementById("part-log")?.textContent ?? ""), null, { timeout: 15000 })
      .catch(() => check(false, `${game}: ${name} does not show what happened while the server was away`));
  }
  console.log(`${game}: ${all.length} pages were back ${Date.now() - began} ms after the server`);
  return again;
}

/** A port that nobody has. */
const freePort = () => new Promise((done) => {
  const server = net.createServer().listen(0, "127.0.0.1", () => { const { port } = server.address(); server.close(() => done(port)); });
});

/** A table at which bots have played to the end, without the last of it. */
function comeNearEnd(game) {
  const played = path.join(work, "played", game);
  const chance = ["--players", "random", "--seed", "7", "--games", "1", "--seats", "2"];
  run("playtest", game, "--components", components, ...chance, "--yes", "--record", played);
  fs.cpSync(path.join(played, "longest"), path.join(work, "tables", game), { recursive: true });
  const { number } = JSON.parse(run("referee", "show", "--table", game, "--json"));
  run("referee", "undo", "--to", String(number - LEFT), "--table", game);
}

/** A game from joining to the score, or as far as the time goes. */
async function play(browser, game, port) {
  const seats = 2;
  const began = Date.now();
  if (isLate) comeNearEnd(game);
  else run("referee", "new", game, "--players", "Ann,Bob", "--dice", "ask", "--table", game, "--components", components, "--seed", "7");
  let server = await serve(game, port);
  const context = async (more = {}) => {
    const made = await browser.newContext({ bypassCSP: true, ...more });
    made.setDefaultTimeout(PATIENCE);
    return made;
  };
  const wrong = [];
  const open = async (url, more) => {
    const page = await (await context(more)).newPage();
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (line) => { if (line.type() === "error" && !/409|403|Failed to load|ERR_CONNECTION|ERR_INCOMPLETE/.test(line.text())) wrong.push(line.text()); });
    await page.goto(url);
    return page;
  };
  const host = await open(server.host);
  const phones = [];
  for (let seat = 0; seat < seats; seat += 1) {
    const phone = await open(server.at, { viewport: { width: 360, height: 800 } });
    if (seat === 0) { await shoot(phone, `${game}-join`); await phone.setViewportSize({ width: 360, height: 800 }); await accessible(phone, `${game}: join`); }
    await phone.check(`input[value="${seat}"]`);
    await phone.click("text=Sit down");
    await host.click(".request .send");
    await phone.waitForURL(`**/seat/${seat}`).catch(async (error) => {
      const said = (page) => page.evaluate(() => document.body.innerText.slice(0, 600));
      console.log(`${game}: seat ${seat} is not at its seat.\n-- the phone:\n${await said(phone)}\n-- the host:\n${await said(host)}`);
      throw error;
    });
    // The host has seen that this one sits, before the next asks.
    await host.waitForSelector(".request", { state: "detached" });
    phones.push(phone);
  }
  const table = await open(`${server.at}/table`, { viewport: { width: 1920, height: 1080 } });
  // Whoever looks on wants less motion.
  const watch = await open(`${server.at}/watch`, { reducedMotion: "reduce" });
  const end = Date.now() + (isWhole ? LONGEST : Number(seconds)) * 1000;
  let taps = 0;
  while (Date.now() < end && !(await table.locator(".winners").count())) {
    const tapped = (await Promise.all(phones.map(tap))).filter(Boolean).length;
    taps += tapped;
    if (taps >= LOOKED && taps - tapped < LOOKED) {
      for (const [page, name] of [[phones[0], "phone-a"], [phones[1], "phone-b"], [table, "table"], [watch, "watch"], [host, "host"]]) {
        await shoot(page, `${game}-${name}`);
        await accessible(page, `${game}: ${name}`);
      }
      if (shots) { await table.emulateMedia({ colorScheme: "dark" }); await shoot(table, `${game}-table-dark`); await table.emulateMedia({ colorScheme: "light" }); }
      await phones[0].setViewportSize({ width: 360, height: 800 });
      // Motion was seen by now, and costs a small machine more than the game.
      if (isWhole) await Promise.all([host, table, ...phones].map((page) => page.emulateMedia({ reducedMotion: "reduce" })));
    }
    check(await watch.evaluate(() => document.getAnimations().length === 0), `${game}: something moves where less motion is wanted`);
    await wait(15);
  }
  server = await recovers(game, server, port, { host, table, watch, ...phones });
  await wait(600);
  const shown = JSON.parse(run("referee", "show", "--table", game, "--json"));
  const versions = await Promise.all([table, watch, ...phones].map((page) => page.evaluate(() => document.body.dataset.version)));
  check(new Set(versions).size === 1, `${game}: screens show different states: ${versions}`);
  check(taps >= LOOKED, `${game}: only ${taps} taps`);
  if (isWhole) check(shown.over && await table.locator(".winners").count(), `${game}: no final score after ${LONGEST} seconds`);
  check(wrong.length === 0, `${game}: ${[...new Set(wrong)].slice(0, 5).join("; ")}`);
  if (shown.over) {
    for (const [name, page] of Object.entries({ table, ...phones })) {
      check(await page.locator(".winners").first().count(), `${game}: ${name} does not say who won`);
      await accessible(page, `${game}: ${name} at the end`);
    }
  }
  for (const url of ["/rules", "/evening", "/sheet"]) {
    await watch.goto(server.at + url);
    await accessible(watch, `${game}: ${url}`);
    await shoot(watch, `${game}${url.replace("/", "-")}`);
  }
  check((await server.end()) === 0, `${game}: Ctrl-C ends it well`);
  // The journal, played anew, is the state that was shown.
  const again = JSON.parse(run("referee", "show", "--table", game, "--json"));
  check(JSON.stringify(again) === JSON.stringify(shown), `${game}: the journal's replay differs`);
  console.log(`${game}: ${taps} taps, ${shown.number} entries, ${shown.over ? "played to the end" : "as far as the time went"} in ${Math.round((Date.now() - began) / 1000)} s`);
}

(async () => {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
  try {
    for (const game of games) await play(browser, game, await freePort());
    await fromRight(browser, games[0], await freePort());
  } finally {
    await browser.close();
  }
  if (failures.length) { console.log(`${failures.length} checks failed`); process.exit(1); }
  console.log("all screens hold");
})().catch((error) => { console.log(error); process.exit(1); });
