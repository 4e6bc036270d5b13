'use strict';
// Horde as a boardgame.io game, with the same rules as ../rules.luau in the same order, and a random bot that plays it
// headless: keep both the same. It measures the reducer at its best, and never through React, a socket or a store.
//
//     node horde.js --games 100 --warm 20 --seed 1 --undo on     plays and measures
//     node horde.js --record 20 --seed 1                         prints games: what was legal and chosen, and the dice
//
// A decision is one action of one horde, and one move of the reducer. What is counted, from the start of a game to its
// end: setup, listing the legal moves from G, choosing one at random, its action, and all that the reducer does with it
// (the checks, the dice, the end of the turn). Not counted: Node's start, `--warm` games for its compiler, and the
// processing of the game's definition, which is done once.

process.env.NODE_ENV = 'production'; // leaves out what boardgame.io checks only while a game is developed
const {CreateGameReducer, InitializeGame, ProcessGameConfig} = require('boardgame.io/internal');
const {INVALID_MOVE} = require('boardgame.io/core');

const ROUNDS = 12;
const ACTIONS = 3;
const STARTS = [['B1', 'E1', 'G1'], ['B8', 'D8', 'G8']];
const TOWN = []; // every other square, but for the edges people start on
const EXITS = {}; // where a horde can go from each square, with the moves for it
const BITES = {};
const NEIGHBOURS = {};
for (let row = 1; row <= 8; row++) {
  for (let column = 0; column < 8; column++) {
    const from = 'ABCDEFGH'[column] + row;
    const beside = [[0, -1], [-1, 0], [1, 0], [0, 1]].map(([x, y]) => 'ABCDEFGH'.charAt(column + x) + (row + y));
    NEIGHBOURS[from] = beside.filter(name => /^[A-H][1-8]$/.test(name));
    EXITS[from] = NEIGHBOURS[from].map(to => ({to, move: act('move', from, to), split: act('split', from, to)}));
    BITES[from] = act('bite', from);
    if ((row + column) % 2 === 0 && row > 1 && row < 8) TOWN.push(from);
  }
}

// A move by its name and its arguments; `id` is what ../rules.luau calls it.
function act(type, ...args) {
  return {type, args, id: [type, ...args].join('-')};
}

let heard = null; // a list while a game is recorded
function roll(random, dice) {
  const faces = random.D6(dice);
  if (heard) heard.push({roll: faces});
  return faces;
}

// Setup

function setup({random}) {
  const G = {town: {}, hordes: [{}, {}]};
  for (const space of TOWN) G.town[space] = true;
  STARTS.forEach((spaces, seat) => {
    const faces = roll(random, 3);
    spaces.forEach((space, n) => { G.hordes[seat][space] = faces[n]; });
  });
  return G;
}

// Actions

function add(map, key, number) {
  const sum = (map[key] || 0) + number;
  if (sum) map[key] = sum;
  else delete map[key];
}

function total(map) {
  let sum = 0;
  for (const key in map) sum += map[key];
  return sum;
}

const own = (G, ctx) => G.hordes[ctx.currentPlayer];
const other = (G, ctx) => G.hordes[1 - ctx.currentPlayer];

const WAIT = [act('wait')];

// Every legal move, with the least work: straight from G.
function list(G, ctx) {
  const mine = own(G, ctx), theirs = other(G, ctx), found = [];
  for (const from in mine) {
    for (const exit of EXITS[from]) {
      if (theirs[exit.to]) continue;
      found.push(exit.move);
      if (mine[from] > 1 && !mine[exit.to]) found.push(exit.split);
    }
    if (G.town[from]) found.push(BITES[from]);
  }
  return found.length ? found : WAIT;
}

function canGo(G, ctx, from, to) {
  return own(G, ctx)[from] && NEIGHBOURS[from].includes(to) && !other(G, ctx)[to];
}

// Hordes that meet become one.
function move({G, ctx, events}, from, to) {
  if (!canGo(G, ctx, from, to)) return INVALID_MOVE;
  moveZombies(own(G, ctx), from, to, own(G, ctx)[from]);
  endAction(G, ctx, events);
}

function split({G, ctx, events}, from, to) {
  if (!canGo(G, ctx, from, to) || own(G, ctx)[from] < 2 || own(G, ctx)[to]) return INVALID_MOVE;
  moveZombies(own(G, ctx), from, to, Math.floor(own(G, ctx)[from] / 2));
  endAction(G, ctx, events);
}

function moveZombies(mine, from, to, count) {
  add(mine, from, -count);
  add(mine, to, count);
}

// The higher die has its way: somebody joins the horde, or it loses one. Equal dice change nothing.
function bite({G, ctx, events, random}, space) {
  if (!own(G, ctx)[space] || !G.town[space]) return INVALID_MOVE;
  const [horde, town] = roll(random, 2);
  if (horde > town) {
    delete G.town[space];
    add(own(G, ctx), space, 1);
  } else if (horde < town) {
    add(own(G, ctx), space, -1);
  }
  endAction(G, ctx, events);
}

function wait({G, ctx, events}) {
  if (list(G, ctx) !== WAIT) return INVALID_MOVE;
  endAction(G, ctx, events);
}

// The end

function endAction(G, ctx, events) {
  const last = ctx.numMoves + 1 === ACTIONS;
  if (total(own(G, ctx)) === 0 || (last && ctx.turn === ROUNDS * 2)) {
    events.endGame({zombies: G.hordes.map(total)});
  } else if (last) {
    events.endTurn();
  }
}

const HORDE = {name: 'horde', setup, moves: {move, split, bite, wait}};

// The bot

function chance(seed) {
  let state = seed >>> 0;
  return below => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

function note(ctx, chosen, legal) {
  heard.push({seat: ctx.currentPlayer, choose: chosen.id, legal: legal.map(act => act.id)});
}

function play(game, reduce, seed, bold = false) {
  const pick = chance(seed);
  let state = InitializeGame({game: {...game, seed: String(seed)}});
  let decisions = 0;
  while (state.ctx.gameover === undefined) {
    const legal = list(state.G, state.ctx);
    const bites = bold ? legal.filter(act => act.type === 'bite') : [];
    const from = bites.length ? bites : legal;
    const chosen = from[pick(from.length)];
    if (heard) note(state.ctx, chosen, legal);
    state = reduce(state, {type: 'MAKE_MOVE', payload: {...chosen, playerID: state.ctx.currentPlayer}});
    if (state.transients) throw new Error(`refused: ${chosen.id}`);
    decisions++;
  }
  return {decisions, state};
}

function measure(game, reduce, {games, warm, seed}) {
  for (let n = 1; n <= warm; n++) play(game, reduce, seed - n);
  const start = process.hrtime.bigint(), before = process.cpuUsage();
  let decisions = 0;
  for (let n = 0; n < games; n++) decisions += play(game, reduce, seed + n).decisions;
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const {user, system} = process.cpuUsage(before); // of all threads: of its compiler and its collector too
  return {games, decisions, seconds, cpu: (user + system) / 1e6, decisions_per_second: decisions / seconds};
}

// Every second game bites whenever it can: more dice, and sometimes a side dies out.
function record(game, reduce, seed) {
  heard = [];
  const {decisions, state} = play(game, reduce, seed, seed % 2 === 0);
  return {seed, decisions, heard, ...state.G, turn: state.ctx.turn, ...state.ctx.gameover};
}

function main(words) {
  const given = {games: 100, warm: 20, seed: 1, undo: 'on', record: 0};
  for (let n = 0; n < words.length; n += 2) {
    const key = words[n].replace(/^--/, '');
    if (!(key in given) || words[n + 1] === undefined) throw new Error(`what is \`${words[n]}\`?`);
    given[key] = key === 'undo' ? words[n + 1] : Number(words[n + 1]);
  }
  const game = ProcessGameConfig({...HORDE, disableUndo: given.undo === 'off'});
  const reduce = CreateGameReducer({game});
  for (let n = 0; n < given.record; n++) console.log(JSON.stringify(record(game, reduce, given.seed + n)));
  if (!given.record) console.log(JSON.stringify(measure(game, reduce, given)));
}

main(process.argv.slice(2));
