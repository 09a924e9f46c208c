// The page of a recording: the ring and the timeline, two views of one selection and one moment.
//
// `data` holds columns: callback number n is at place n - 1 of each. Times are nanoseconds since the start.
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);
const count = data.begin.length;
const text = (column, id) => data.texts[data[column][id - 1]];
const begin = (id) => data.begin[id - 1];
const end = (id) => data.begin[id - 1] + data.length[id - 1];
const wholeNs = Math.max(1, ...data.environments.map((one) => one.end));
const isPage = ['chrome', 'firefox'].includes(data.info.loop);

const state = { selected: 0, nowNs: 0, from: 0, to: wholeNs, playing: false, found: null, handles: false };

const ms = (ns) => {
  const value = ns / 1e6;
  return `${value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(3)} ms`;
};

const counted = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

// Colours are the style's, read again when the theme changes.
let colours = {};
function readColours() {
  const style = getComputedStyle(document.documentElement);
  colours = {};
  for (const name of ['back', 'ink', 'soft', 'line', 'card', 'mark', 'main', 'timers', 'poll', 'check', 'closing', 'tick', 'job', 'pool', 'idle']) {
    colours[name] = style.getPropertyValue(`--${name}`).trim();
  }
}

function colourOf(id) {
  const kind = text('kind', id);
  if (kind === 'tick') return colours.tick;
  if (kind === 'microtask') return colours.job;
  if (kind === 'timer') return colours.timers;
  if (kind === 'immediate' || kind === 'task' || kind === 'message' || kind === 'scheduler task') return colours.check;
  if (kind === 'io' || kind === 'event') return colours.poll;
  if (kind === 'close' || kind === 'frame callback' || kind === 'idle callback') return colours.closing;
  return colours.main;
}

function phaseColour(name) {
  return { timers: colours.timers, poll: colours.poll, check: colours.check, closing: colours.closing }[name] ?? colours.main;
}

// ---- Lanes ----

function laneOf(id) {
  const kind = text('kind', id);
  if (kind === 'tick') return 'ticks';
  if (kind === 'microtask') return 'promise jobs';
  if (kind === 'rejections') return 'rejections';
  if (kind === 'main' || kind === 'exit' || kind === 'beforeExit') return 'script';
  if (isPage) return `${kind}s`;
  if (kind === 'timer') return 'timers';
  if (kind === 'immediate') return 'immediates';
  if (kind === 'io') return 'I/O';
  if (kind === 'close') return 'closing';
  return 'others';
}

const ORDER = ['loop', 'script', 'timers', 'I/O', 'immediates', 'closing', 'others', 'rejections', 'ticks', 'promise jobs'];

// The handles that have a lane each: those with the most callbacks.
const MOST_HANDLES = 12;

function busiestHandles() {
  const callbacks = new Array(data.handles.length + 1).fill(0);
  for (const number of data.handle) callbacks[number]++;
  const numbers = data.handles.map((_, place) => place + 1);
  return new Set(numbers.sort((a, b) => callbacks[b] - callbacks[a]).slice(0, MOST_HANDLES));
}

// Each lane has its items in the order of their beginnings; items of one lane may nest, not overlap otherwise.
function makeLanes() {
  const lanes = [];
  for (const environment of data.environments) {
    const byName = new Map();
    const prefix = environment.stream === 0 ? '' : `worker ${environment.stream}: `;
    const lane = (name) => {
      if (!byName.has(name)) byName.set(name, { name: prefix + name, order: ORDER.indexOf(name), items: [] });
      return byName.get(name);
    };
    const phases = lane('loop');
    // The phases of the native loop are none of a page's.
    for (const [from, to, phase, iteration] of isPage ? [] : environment.phases) {
      phases.items.push({ from, to, phase, title: `${phase}, iteration ${iteration}` });
    }
    phases.idle = environment.idle;
    for (let id = 1; id <= count; id++) {
      if (data.stream[id - 1] !== environment.stream || data.hidden[id - 1]) continue;
      lane(laneOf(id)).items.push({ from: begin(id), to: end(id), id });
      const number = data.handle[id - 1];
      if (!state.handles || !busiest.has(number)) continue;
      const handle = lane(`${data.handles[number - 1]} (${number})`);
      handle.order = 200 + number;
      handle.items.push({ from: begin(id), to: end(id), id });
    }
    for (const [from, to, number, title, cause, stream] of data.works) {
      if (stream !== environment.stream) continue;
      const pool = lane(`pool ${number + 1}`);
      pool.order = 100 + number;
      pool.items.push({ from, to, title, cause, pool: true });
    }
    const own = [...byName.values()];
    for (const one of own) if (one.order === -1) one.order = 50;
    own.sort((a, b) => a.order - b.order);
    lanes.push(...own);
  }
  for (const one of lanes) one.items.sort((a, b) => a.from - b.from);
  return lanes;
}

const busiest = busiestHandles();
let lanes = makeLanes();
const shown = [];
for (let id = 1; id <= count; id++) if (!data.hidden[id - 1]) shown.push(id);
shown.sort((a, b) => begin(a) - begin(b) || a - b);
const placeOf = new Map(shown.map((id, place) => [id, place]));

// The first item that ends after the moment. Ends are in order but for nesting, which is shallow.
function firstAfter(items, ns) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle].to < ns) low = middle + 1;
    else high = middle;
  }
  return low;
}

// ---- Canvas ----

function fit(canvas) {
  const scale = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const brush = canvas.getContext('2d');
  brush.setTransform(scale, 0, 0, scale, 0, 0);
  brush.clearRect(0, 0, width, height);
  return { brush, width, height };
}

// Handles have long names.
const [NARROW_LABELS, WIDE_LABELS] = [110, 260];
let labels = NARROW_LABELS;
const AXIS = 22;
let rows = [];

function drawTimeline() {
  const { brush, width, height } = fit($('timeline'));
  const span = state.to - state.from;
  const x = (ns) => labels + ((ns - state.from) / span) * (width - labels);
  const rowHeight = Math.max(14, Math.min(34, (height - AXIS) / lanes.length));
  brush.font = '12px system-ui, sans-serif';
  brush.textBaseline = 'middle';
  drawAxis(brush, x, width, height, span);
  rows = lanes.map((lane, place) => ({ lane, y: AXIS + place * rowHeight, height: rowHeight }));
  brush.save();
  brush.beginPath();
  brush.rect(labels, 0, width - labels, height);
  brush.clip();
  for (const row of rows) drawLane(brush, row, x, width, span);
  drawForks(brush, x);
  drawArrows(brush, x);
  brush.strokeStyle = colours.mark;
  brush.beginPath();
  brush.moveTo(x(state.nowNs), 0);
  brush.lineTo(x(state.nowNs), height);
  brush.stroke();
  brush.restore();
  for (const row of rows) {
    brush.fillStyle = colours.soft;
    brush.fillText(row.lane.name, 8, row.y + row.height / 2, labels - 12);
  }
}

// Where the platform was free to decide: a fork with a prong for each answer, the chosen one in colour.
const FORK_PRONGS = 5;
const FORK_WIDTH = 4;
let forks = [];

function drawForks(brush, x) {
  forks = [];
  let last = -Infinity;
  for (const choice of data.choices) {
    const [at, , answers, chosen] = choice;
    const middle = x(at);
    // Those that would be drawn over each other are one.
    if (at < state.from || at > state.to || middle - last < 3) continue;
    last = middle;
    forks.push({ x: middle, choice });
    const prongs = Math.min(answers, FORK_PRONGS);
    const taken = Math.min(chosen, prongs - 1);
    for (let prong = 0; prong < prongs; prong++) {
      brush.strokeStyle = prong === taken ? colours.mark : colours.soft;
      brush.lineWidth = prong === taken ? 2 : 1;
      brush.beginPath();
      brush.moveTo(middle, AXIS - 12);
      brush.lineTo(middle, AXIS - 8);
      brush.lineTo(middle + (prong - (prongs - 1) / 2) * FORK_WIDTH, AXIS - 1);
      brush.stroke();
    }
  }
  brush.lineWidth = 1;
}

const choiceWords = ([at, point, answers, chosen]) => `${point}, at ${ms(at)}: answer ${chosen + 1} of ${answers}`;

function forkAt(event) {
  if (event.offsetY > AXIS) return undefined;
  return forks.find((fork) => Math.abs(fork.x - event.offsetX) < 6)?.choice;
}

function drawAxis(brush, x, width, height, span) {
  const rough = span / Math.max(2, (width - labels) / 110);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough);
  const digits = Math.max(0, -Math.floor(Math.log10(step / 1e6)));
  brush.strokeStyle = colours.line;
  brush.fillStyle = colours.soft;
  brush.lineWidth = 1;
  for (let at = Math.ceil(state.from / step) * step; at <= state.to; at += step) {
    brush.beginPath();
    brush.moveTo(x(at), 0);
    brush.lineTo(x(at), height);
    brush.stroke();
    brush.fillText(`${(at / 1e6).toFixed(digits)} ms`, x(at) + 4, 9);
  }
}

// At most one item a pixel: what is narrower is skipped by searching, so that a million cost as much as a thousand.
function drawLane(brush, { lane, y, height }, x, width, span) {
  const pixelNs = span / (width - labels);
  const top = y + 2;
  const tall = height - 4;
  if (lane.idle !== undefined) {
    brush.fillStyle = colours.idle;
    for (const [from, to] of lane.idle) if (to >= state.from && from <= state.to) brush.fillRect(x(from), top, Math.max(1, x(to) - x(from)), tall);
  }
  const { items } = lane;
  let place = Math.max(0, firstAfter(items, state.from) - 8);
  while (place < items.length) {
    const item = items[place];
    if (item.from > state.to) break;
    const left = x(item.from);
    const wide = Math.max(1.5, x(item.to) - left);
    const isFound = state.found === null || (item.id !== undefined && state.found.has(item.id));
    brush.globalAlpha = isFound ? (lane.idle !== undefined ? 0.55 : 0.9) : 0.15;
    brush.fillStyle = item.id !== undefined ? colourOf(item.id) : item.pool ? colours.pool : phaseColour(item.phase);
    if (lane.idle === undefined || item.to - item.from > pixelNs) brush.fillRect(left, top, wide, tall);
    brush.globalAlpha = 1;
    if (item.id !== undefined && item.id === state.selected) {
      brush.strokeStyle = colours.ink;
      brush.lineWidth = 2;
      brush.strokeRect(left - 1, top - 1, wide + 2, tall + 2);
      brush.lineWidth = 1;
    }
    // The bars of the phases are pale.
    if (wide > 60) label(brush, item, left, wide, y + height / 2, lane.idle !== undefined ? colours.ink : colours.back);
    place++;
    if (wide <= 1.5) {
      // The next that would be seen as another one.
      const skip = firstAfter(items, item.from + pixelNs);
      if (skip > place && items[skip]?.id !== state.selected) place = skip;
    }
  }
}

function label(brush, item, left, wide, y, colour) {
  const name = item.id !== undefined ? text('name', item.id) : item.title;
  brush.save();
  brush.beginPath();
  brush.rect(Math.max(left, labels), y - 10, wide - 4, 20);
  brush.clip();
  brush.fillStyle = colour;
  brush.fillText(name, Math.max(left, labels) + 4, y);
  brush.restore();
}

function rowOf(id) {
  const prefix = data.stream[id - 1] === 0 ? '' : `worker ${data.stream[id - 1]}: `;
  return rows.find((row) => row.lane.name === prefix + laneOf(id));
}

// From the selected callback back to the main script.
function drawArrows(brush, x) {
  brush.strokeStyle = colours.mark;
  brush.fillStyle = colours.mark;
  for (const [cause, effect] of links(state.selected)) {
    const from = rowOf(cause);
    const to = rowOf(effect);
    if (from === undefined || to === undefined) continue;
    const x1 = x(Math.min(end(cause), begin(effect)));
    const y1 = from.y + from.height / 2;
    const x2 = x(begin(effect));
    const y2 = to.y + to.height / 2;
    brush.beginPath();
    brush.moveTo(x1, y1);
    brush.bezierCurveTo(x1 + 30, y1, x2 - 30, y2, x2, y2);
    brush.stroke();
    brush.beginPath();
    brush.moveTo(x2, y2);
    brush.lineTo(x2 - 7, y2 - 4);
    brush.lineTo(x2 - 7, y2 + 4);
    brush.fill();
  }
}

// A cause has a smaller number. A chain of ten thousand is shown in part.
const LONGEST_CHAIN = 40;

function chain(id) {
  const ids = [];
  let next = id;
  while (next > 0 && ids.length <= LONGEST_CHAIN) {
    ids.push(next);
    const cause = data.step[next - 1];
    next = cause < next ? cause : 0;
  }
  return ids;
}

function links(id) {
  const ids = chain(id);
  return ids.slice(1).map((cause, place) => [cause, ids[place]]);
}

// ---- The ring ----

const main = data.environments[0] ?? { phases: [], idle: [] };

// The phases of the loops there are, in their order; a program may end in the middle of its first iteration.
const RINGS = {
  node: ['pending', 'idle', 'prepare', 'poll', 'pending after poll', 'check', 'closing', 'update time', 'timers'],
  node11: ['update time', 'timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'closing'],
  node10: ['update time', 'timers', 'pending', 'idle', 'prepare', 'poll', 'check', 'closing'],
};

function segments() {
  if (isPage) return ['task', 'microtasks', 'frame', 'idle'];
  return RINGS[data.info.loop] ?? [...new Set(main.phases.map(([, , phase]) => phase))];
}

const ringSegments = segments();
// What has no callbacks in most programs takes little of the ring.
const weights = ringSegments.map((name) => (['timers', 'poll', 'check', 'closing', 'task', 'microtasks', 'frame'].includes(name) ? 3 : 1));
const weightSum = weights.reduce((a, b) => a + b, 0);

function callbackAt(ns) {
  let low = 0;
  let high = shown.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (begin(shown[middle]) <= ns) low = middle + 1;
    else high = middle;
  }
  for (let place = low - 1; place >= 0 && place > low - 6; place--) {
    if (end(shown[place]) >= ns && data.stream[shown[place] - 1] === 0) return shown[place];
  }
  return 0;
}

// What is only the place where others run is in no lane, and may be selected all the same.
function chosenAt(ns) {
  const id = state.selected;
  return id > 0 && begin(id) <= ns && ns <= end(id) + 1e3 ? id : 0;
}

function phaseAt(ns) {
  let low = 0;
  let high = main.phases.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (main.phases[middle][0] <= ns) low = middle + 1;
    else high = middle;
  }
  return main.phases[low - 1];
}

function pageSegment(id) {
  const kind = id === 0 ? '' : text('kind', id);
  if (kind === 'microtask') return 'microtasks';
  if (kind.startsWith('frame')) return 'frame';
  if (kind.startsWith('idle') || kind === '') return 'idle';
  return 'task';
}

function drawRing() {
  const { brush, width, height } = fit($('ring'));
  const radius = Math.min(width / 2 - 64, height / 2 - 30);
  if (radius < 20) return;
  const [cx, cy] = [width / 2, height / 2];
  // In virtual time much happens at one moment; what is selected is meant.
  const running = chosenAt(state.nowNs) || callbackAt(state.nowNs);
  const phase = phaseAt(state.nowNs);
  const isIdle = main.idle.some(([from, to]) => from <= state.nowNs && state.nowNs < to);
  const own = running > 0 ? text('phase', running) : 'none';
  const active = isPage ? pageSegment(running) : own !== 'none' ? own : phase?.[2];
  brush.font = '12px system-ui, sans-serif';
  brush.textBaseline = 'middle';
  brush.textAlign = 'center';
  let angle = -Math.PI / 2;
  let dot = angle;
  ringSegments.forEach((name, place) => {
    const size = (weights[place] / weightSum) * Math.PI * 2;
    brush.strokeStyle = isPage ? [colours.check, colours.job, colours.closing, colours.main][place] : phaseColour(name);
    brush.globalAlpha = name === active ? 1 : 0.35;
    brush.lineWidth = name === active ? 22 : 14;
    brush.beginPath();
    brush.arc(cx, cy, radius, angle + 0.02, angle + size - 0.02);
    brush.stroke();
    brush.globalAlpha = 1;
    const middle = angle + size / 2;
    if (weights[place] > 1 || isPage) {
      brush.fillStyle = name === active ? colours.ink : colours.soft;
      const side = Math.cos(middle);
      brush.textAlign = side > 0.4 ? 'left' : side < -0.4 ? 'right' : 'center';
      brush.fillText(name, cx + side * (radius + 16), cy + Math.sin(middle) * (radius + 25));
      brush.textAlign = 'center';
    }
    if (name === active) {
      const share = phase?.[2] === name && !isPage && phase[1] > phase[0] ? Math.min(1, (state.nowNs - phase[0]) / (phase[1] - phase[0])) : 0.5;
      dot = angle + size * share;
    }
    angle += size;
  });
  drawQueues(brush, cx, cy, radius, running);
  brush.fillStyle = colours.mark;
  brush.beginPath();
  brush.arc(cx + Math.cos(dot) * radius, cy + Math.sin(dot) * radius, 8, 0, 7);
  brush.fill();
  brush.fillStyle = colours.ink;
  brush.font = '600 15px system-ui, sans-serif';
  brush.fillText(ms(state.nowNs), cx, cy - 26);
  brush.font = '12px system-ui, sans-serif';
  brush.fillStyle = colours.soft;
  const where = phase === undefined ? 'before the loop' : phase[3] === 0 ? 'before the first iteration' : `iteration ${phase[3]}`;
  // The iterations of the native loop are none of a page's.
  if (!isPage) brush.fillText(where, cx, cy - 8);
  const what = running > 0 ? `#${running} ${text('name', running)}` : isIdle ? 'waiting' : '';
  wrap(brush, what, cx, cy + 12, radius * 1.3);
  brush.textAlign = 'start';
}

// Ticks and promise jobs stand inside the ring, at the callback they are drained after.
function drawQueues(brush, cx, cy, radius, running) {
  const kind = running > 0 ? text('kind', running) : '';
  const queues = isPage ? [['promise jobs', 'microtask', colours.job]] : [['ticks', 'tick', colours.tick], ['promise jobs', 'microtask', colours.job]];
  queues.forEach(([name, own, colour], place) => {
    const inner = radius - 26 - place * 13;
    brush.strokeStyle = colour;
    brush.globalAlpha = kind === own ? 1 : 0.18;
    brush.lineWidth = kind === own ? 9 : 5;
    brush.beginPath();
    brush.arc(cx, cy, inner, 0, Math.PI * 2);
    brush.stroke();
    brush.globalAlpha = 1;
    if (kind === own) {
      brush.fillStyle = colour;
      brush.fillText(name, cx, cy + inner - 16);
    }
  });
}

function wrap(brush, words, x, y, limit) {
  let line = '';
  for (const word of words.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (brush.measureText(longer).width > limit && line !== '') {
      brush.fillText(line, x, y);
      y += 15;
      line = word;
    } else {
      line = longer;
    }
  }
  brush.fillText(line, x, y);
}

// ---- Details ----

function element(tag, parts, properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...[parts].flat());
  return made;
}

function linkTo(id) {
  const link = element('a', `#${id} ${text('name', id)}`, { href: `#s=${id}` });
  link.addEventListener('click', (event) => {
    event.preventDefault();
    select(id, true);
  });
  return link;
}

function drawFindings(box) {
  if (data.findings.length === 0) return;
  box.append(element('h2', 'Lints'), element('ul', data.findings.map(([line, callback]) => (
    element('li', callback > 0 ? [`${line} `, linkTo(callback)] : line)
  ))));
}

function drawDetails() {
  const box = $('details');
  box.textContent = '';
  const id = state.selected;
  if (id === 0) {
    drawFindings(box);
    box.append(
      element('h2', 'Choose a callback'),
      element('p', 'Click one in the timeline, step with the arrow keys, or play the ring. Here stands what made it run, and why it ran then and not before.'),
      element('p', `${counted(shown.length, 'callback')}, ${counted(main.phases.length === 0 ? 0 : main.phases.at(-1)[3], 'iteration')}, ${counted(data.works.length, 'job')} of the pool.`),
    );
    return;
  }
  const wait = data.ready[id - 1] > 0 ? Math.max(0, begin(id) - data.ready[id - 1] + 1) : 0;
  box.append(element('h2', `#${id} ${text('name', id)}`));
  const iteration = data.iteration[id - 1];
  const phase = text('phase', id);
  box.append(element('p', `began at ${ms(begin(id))}, ran ${ms(data.length[id - 1])}, waited ${ms(wait)}` +
    (phase === 'none' ? '' : ` · ${phase} phase, ${iteration === 0 ? 'before the first iteration' : `iteration ${iteration}`}`)));
  if (data.why.length > 0) box.append(element('p', data.why[id - 1]));
  else box.append(element('p', 'There are too many callbacks for a sentence about each; a shorter recording has them.'));
  drawBlame(box, id, wait);
  const ids = chain(id);
  if (ids.length > 1) {
    const list = element('ol', ids.slice(1).map((cause, place) => {
      const effect = ids[place];
      const word = data.sent[effect - 1] === cause ? 'what it reads was written by ' :
        data.settled[effect - 1] === cause && data.cause[effect - 1] !== cause ? 'its promise was settled by ' : data.cause[effect - 1] === cause ? 'made by ' : 'after ';
      return element('li', [word, linkTo(cause), ` at ${ms(begin(cause))}`]);
    }));
    if (ids.length > LONGEST_CHAIN) list.append(element('li', '… and so on'));
    box.append(element('strong', 'Because of'), list);
  }
  const effects = [];
  for (let other = id + 1; other <= count && effects.length < 12; other++) if (data.step[other - 1] === id && !data.hidden[other - 1]) effects.push(other);
  if (effects.length > 0) box.append(element('strong', 'It led to'), element('ol', effects.map((other) => element('li', linkTo(other)))));
  const open = data.choices.filter(([, , , , after, stream]) => after === id && stream === data.stream[id - 1]).slice(0, 12);
  if (open.length > 0) box.append(element('strong', 'What the platform decided after it'), element('ol', open.map((choice) => element('li', choiceWords(choice)))));
  const printed = data.prints.filter(([callback]) => callback === id).map(([, , line]) => line).join('');
  if (printed !== '') box.append(element('strong', 'It printed'), element('pre', printed.slice(0, 2000)));
  drawSource(box, text('place', id));
}

function drawBlame(box, id, wait) {
  const blame = data.blame[id - 1] ?? [];
  if (wait < 5e5 || blame.length === 0) return;
  box.append(element('strong', 'While it waited'));
  for (const [other, ns] of blame) {
    const bar = element('i', '');
    bar.style.width = `${Math.max(2, Math.min(100, (ns / wait) * 100)) * 1.6}px`;
    box.append(element('div', [bar, linkTo(other), ` ${ms(ns)}`], { className: 'blame' }));
  }
}

function drawSource(box, place) {
  const match = /^(.*?):(\d+)(?::(\d+))?$/.exec(place);
  if (match === null) return;
  const source = data.sources[match[1]];
  box.append(element('p', element('small', place.replace(`${data.info.cwd}/`, ''))));
  if (source === undefined) return;
  const line = Number(match[2]);
  const first = Math.max(1, line - 4);
  const pre = element('pre', '');
  source.split('\n').slice(first - 1, line + 4).forEach((content, offset) => {
    const number = first + offset;
    const row = `${String(number).padStart(4)}  ${content}`;
    pre.append(number === line ? element('b', row) : `${row}\n`);
  });
  box.append(pre);
}

// ---- What a person does ----

let isDue = false;
function draw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    drawTimeline();
    drawRing();
    $('scrub').value = String((state.nowNs / wholeNs) * 1000);
  });
}

function view(from, to) {
  const least = 1000;
  const span = Math.max(least, Math.min(wholeNs * 1.1, to - from));
  const middle = (from + to) / 2;
  state.from = Math.max(-wholeNs * 0.05, Math.min(middle - span / 2, wholeNs * 1.05 - span));
  state.to = state.from + span;
  draw();
}

// From the first callback on: the start of the process itself has nothing to show.
function viewAll() {
  const firstNs = shown.length > 0 ? begin(shown[0]) : 0;
  const margin = (wholeNs - firstNs) * 0.02;
  view(firstNs - margin, wholeNs + margin);
}

function select(id, moves) {
  state.selected = id;
  if (id > 0) {
    state.nowNs = begin(id) + Math.min(data.length[id - 1] / 2, 1e3);
    if (moves && (begin(id) < state.from || end(id) > state.to)) {
      const span = state.to - state.from;
      view(begin(id) - span / 2, begin(id) + span / 2);
    }
    try {
      history.replaceState(null, '', `#s=${id}&t=${Math.round(state.nowNs)}`);
    } catch {
      // A page inside of another has no address of its own.
    }
  }
  drawDetails();
  draw();
}

function step(by) {
  if (shown.length === 0) return;
  const place = state.selected === 0 ? (by > 0 ? -1 : shown.length) : placeOf.get(state.selected) ?? 0;
  select(shown[Math.max(0, Math.min(shown.length - 1, place + by))], true);
}

// A lane for each of the busiest handles, or none.
function toggleHandles() {
  state.handles = !state.handles;
  labels = state.handles ? WIDE_LABELS : NARROW_LABELS;
  lanes = makeLanes();
  draw();
}

function zoom(factor, at = (state.from + state.to) / 2) {
  view(at - (at - state.from) * factor, at + (state.to - at) * factor);
}

function pan(share) {
  const by = (state.to - state.from) * share;
  view(state.from + by, state.to + by);
}

let playedAt = 0;
function play() {
  state.playing = !state.playing;
  $('play').textContent = state.playing ? '❚❚ pause' : '▶ play';
  if (!state.playing) return;
  if (state.nowNs >= wholeNs) state.nowNs = 0;
  playedAt = performance.now();
  requestAnimationFrame(advance);
}

function advance(now) {
  if (!state.playing) return;
  // The slowest takes a second for a microsecond, the quickest plays as it was.
  const nsPerMs = 10 ** Number($('speed').value);
  state.nowNs += (now - playedAt) * nsPerMs * 10;
  playedAt = now;
  if (state.nowNs >= wholeNs) {
    state.nowNs = wholeNs;
    play();
  }
  const running = callbackAt(state.nowNs);
  if (running > 0 && running !== state.selected) {
    state.selected = running;
    drawDetails();
  }
  if (state.nowNs > state.to) view(state.nowNs, state.nowNs + state.to - state.from);
  draw();
  requestAnimationFrame(advance);
}

function find(words) {
  const wanted = words.trim().toLowerCase();
  state.found = null;
  $('found').textContent = '';
  if (wanted !== '') {
    const matching = data.texts.map((one) => one.toLowerCase().includes(wanted));
    state.found = new Set(shown.filter((id) => ['name', 'kind', 'place'].some((column) => matching[data[column][id - 1]])));
    $('found').textContent = `${state.found.size} found`;
  }
  draw();
}

function nextFound() {
  if (state.found === null || state.found.size === 0) return;
  const from = placeOf.get(state.selected) ?? -1;
  const later = shown.find((id, place) => place > from && state.found.has(id)) ?? shown.find((id) => state.found.has(id));
  select(later, true);
}

const timeline = $('timeline');
const nsAt = (event) => state.from + ((event.offsetX - labels) / (timeline.clientWidth - labels)) * (state.to - state.from);

function itemAt(event) {
  const row = rows.find((one) => event.offsetY >= one.y && event.offsetY < one.y + one.height);
  if (row === undefined) return 0;
  const ns = nsAt(event);
  const slack = ((state.to - state.from) / timeline.clientWidth) * 4;
  let best = 0;
  let distance = Infinity;
  const { items } = row.lane;
  for (let place = Math.max(0, firstAfter(items, ns - slack) - 4); place < items.length && items[place].from <= ns + slack; place++) {
    const item = items[place];
    const far = Math.max(0, item.from - ns, ns - item.to) + (item.to - item.from) * 1e-6;
    const id = item.id ?? item.cause ?? 0;
    if (id > 0 && far <= slack + (item.to - item.from) * 1e-6 && far < distance) [best, distance] = [id, far];
  }
  return best;
}

let drag;
timeline.addEventListener('pointerdown', (event) => {
  drag = { x: event.clientX, from: state.from, to: state.to, moved: false };
  timeline.setPointerCapture(event.pointerId);
});
timeline.addEventListener('pointermove', (event) => {
  if (drag === undefined) {
    const id = itemAt(event);
    const choice = forkAt(event);
    timeline.title = choice !== undefined ? choiceWords(choice) : id > 0 ? `#${id} ${text('name', id)}` : '';
    return;
  }
  const by = ((drag.x - event.clientX) / (timeline.clientWidth - labels)) * (drag.to - drag.from);
  if (Math.abs(event.clientX - drag.x) > 3) drag.moved = true;
  if (drag.moved) view(drag.from + by, drag.to + by);
});
timeline.addEventListener('pointerup', (event) => {
  if (drag !== undefined && !drag.moved) {
    const id = forkAt(event)?.[4] || itemAt(event);
    if (id > 0) {
      select(id, false);
    } else {
      state.nowNs = Math.max(0, Math.min(wholeNs, nsAt(event)));
      draw();
    }
  }
  drag = undefined;
});
timeline.addEventListener('wheel', (event) => {
  event.preventDefault();
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan((event.deltaX || event.deltaY) / 800);
  else zoom(1.0015 ** event.deltaY, nsAt(event));
}, { passive: false });

const keys = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  ArrowUp: () => state.selected > 0 && data.step[state.selected - 1] > 0 && select(data.step[state.selected - 1], true),
  '+': () => zoom(0.7),
  '=': () => zoom(0.7),
  '-': () => zoom(1.4),
  a: () => pan(-0.25),
  d: () => pan(0.25),
  h: toggleHandles,
  0: viewAll,
  Home: () => shown.length > 0 && select(shown[0], true),
  End: () => shown.length > 0 && select(shown.at(-1), true),
  ' ': play,
  '/': () => $('search').focus(),
};
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.tagName === 'INPUT' && event.target.type === 'search') {
    if (event.key === 'Enter') nextFound();
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  if (event.target.tagName === 'INPUT' || event.target.tagName === 'BUTTON') return;
  const action = keys[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
});
$('search').addEventListener('input', (event) => find(event.target.value));
$('play').addEventListener('click', play);
$('back').addEventListener('click', () => step(-1));
$('next').addEventListener('click', () => step(1));
$('scrub').addEventListener('input', (event) => {
  state.nowNs = (Number(event.target.value) / 1000) * wholeNs;
  const running = callbackAt(state.nowNs);
  if (running > 0 && running !== state.selected) {
    state.selected = running;
    drawDetails();
  }
  draw();
});

function setTheme(isDark) {
  document.documentElement.classList.toggle('dark', isDark);
  readColours();
  draw();
}
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
prefersDark.addEventListener('change', () => setTheme(prefersDark.matches));
$('theme').addEventListener('click', () => setTheme(!document.documentElement.classList.contains('dark')));
new ResizeObserver(draw).observe(document.body);

function begins() {
  const idleNs = main.idle.reduce((sum, [from, to]) => sum + to - from, 0);
  $('sum').textContent = `${ms(wholeNs)}, ${shown.length} ${shown.length === 1 ? 'callback' : 'callbacks'}, idle ${((idleNs / wholeNs) * 100).toFixed(0)} %, loop ${data.info.loop ?? ''}`;
  setTheme(prefersDark.matches);
  viewAll();
  const moment = new URLSearchParams(location.hash.slice(1));
  const id = Number(moment.get('s') ?? data.selected ?? 0);
  if (id >= 1 && id <= count) select(id, true);
  else drawDetails();
  if (moment.has('t')) state.nowNs = Math.max(0, Math.min(wholeNs, Number(moment.get('t')) || 0));
}
begins();
