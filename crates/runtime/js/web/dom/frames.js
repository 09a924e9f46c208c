// The frames of a window: pages inside the page, each with a window of its own on the same loop.
//
// The window of an <iframe> is there as soon as the element is in the document, with an empty document. It is made when somebody
// looks, or when what the element names has come; then the first document takes the place of the empty one and keeps the window. A
// later address gives it another window. All frames are taken to be of one origin, as the files of one folder are; what comes from
// elsewhere is not shown. See docs/differences.md.
'use strict';

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeSplice, ObjectDefineProperty, ReflectHas, globalThis,
} = primordials;

const { Event } = require('web/dom/event');
const { fire } = require('web/dom/event_target');
const { stateOf } = require('web/dom/node_state');
const lifecycle = require('web/dom/lifecycle');
const { unwatch } = require('web/window/running');
const { exactNow } = require('web/window/clock');
const { SOURCES, queueTask } = require('web/window/event_loop');
const place = require('web/window/place');
const { load, schemeOf } = require('web/fetch/load');
const { resolveInPage } = require('web/fetch/address');

const { milestonesAreTasks } = internalBinding('options').loop;

const BLANK = 'about:blank';

// The frames that are shown, in the order in which they came.
const frames = [];
// How many of `window[0]`, `window[1]`, … are there.
let indexed = 0;

class Frame {
  realm = null;
  // The window has had nothing but the empty document it was made with.
  isInitial = true;
  isGone = false;
  // Ends the load that is under way.
  stopLoading = null;
  // How often it keeps the `load` of the page back.
  delays = 0;

  constructor(element) {
    this.element = element;
  }

  get window() {
    if (this.isGone) return null;
    return (this.realm ?? this.#makeInitial()).window;
  }

  get document() {
    if (this.isGone) return null;
    return (this.realm ?? this.#makeInitial()).require('web/dom/page').document();
  }

  #make(address, startMs) {
    const { makeRealm } = require('web/dom/realm');
    const realm = makeRealm();
    const inner = realm.require('web/window/place');
    inner.parent = globalThis;
    inner.top = place.top;
    inner.frameElement = this.element;
    realm.install();
    realm.window.name = stateOf(this.element).attributes.get('name') ?? '';
    this.realm = realm;
    this.#begin(address, startMs);
    return realm;
  }

  // The document that is to come has been on its way since then.
  #begin(address, startMs) {
    const { require: inner } = this.realm;
    inner('web/window/location').setAddress(address);
    inner('web/window/clock').start(startMs);
    inner('web/window/lifecycle').begin(startMs);
  }

  #makeInitial() {
    const realm = this.#make(BLANK, exactNow());
    realm.require('web/dom/page').openInitial();
    return realm;
  }

  // Shows what the attributes of the element say.
  show() {
    const { attributes } = stateOf(this.element);
    this.stopLoading?.();
    this.stopLoading = null;
    const text = attributes.get('srcdoc');
    const source = attributes.get('src') ?? '';
    const url = source === '' ? BLANK : resolveInPage(source) ?? BLANK;
    if (text !== undefined) this.#leave(() => this.#loadText(text, 'about:srcdoc'));
    else if (url !== BLANK) this.#leave(() => this.#load(url));
    else if (this.isInitial) this.#open('', BLANK, exactNow());
    else this.#leave(() => this.#loadText('', BLANK));
  }

  // Tells the page that is there that another will come. Nobody is there who could keep it.
  #leave(proceed) {
    this.#delayLoad(1);
    if (!this.isInitial) {
      const { require: inner, window } = this.realm;
      const { Event: InnerEvent } = inner('web/dom/event');
      inner('web/dom/event_target').fire(window, new InnerEvent('beforeunload', { __proto__: null, cancelable: true }));
      // A listener may have named yet another address, or taken the frame out.
      if (this.stopLoading !== null || this.isGone) return;
    }
    proceed();
  }

  #loadText(text, address) {
    const startMs = exactNow();
    let isOver = false;
    this.stopLoading = () => { isOver = true; };
    queueTask(SOURCES.networking, () => { if (!isOver) this.#arrive(text, address, startMs); });
  }

  // Firefox parses what has come in another task, so that the `DOMContentLoaded` of a page that was parsed meanwhile is earlier.
  #arrive(content, address, startMs) {
    if (!milestonesAreTasks) {
      this.#open(content, address, startMs);
      return;
    }
    let isOver = false;
    this.stopLoading = () => { isOver = true; };
    queueTask(SOURCES.networking, () => { if (!isOver) this.#open(content, address, startMs); });
  }

  #load(url) {
    const startMs = exactNow();
    const scheme = schemeOf(url);
    if (scheme !== 'file' && scheme !== 'blob') {
      this.#fail(url, 'only files, blobs and srcdoc are shown in a frame');
      return;
    }
    this.stopLoading = load(url, (error, loaded) => {
      if (error !== null && error !== undefined) this.#fail(url, error.message);
      else this.#arrive(loaded.bytes, url, startMs);
    });
  }

  // A browser shows a page of its own instead.
  #fail(url, reason) {
    globalThis.console.error(`Failed to load the frame ${url}: ${reason}`);
    this.#loadText('', url);
  }

  // `content` is text, or bytes that say what they are.
  #open(content, address, startMs) {
    this.stopLoading = null;
    if (this.realm !== null && this.isInitial) {
      this.#begin(address, startMs);
    } else {
      if (this.realm !== null) end(this.realm);
      this.#make(address, startMs);
    }
    this.isInitial = false;
    const { realm } = this;
    realm.require('web/window/lifecycle').onceLoaded(() => {
      if (this.realm !== realm || this.isGone) return;
      fire(this.element, new Event('load'));
      this.#delayLoad(-this.delays);
    });
    if (address === BLANK) realm.require('web/dom/page').openBlank();
    else if (typeof content === 'string') realm.require('web/dom/page').openText(content);
    else realm.require('web/dom/page').openBytes(content, stateOf(stateOf(this.element).document).characterSet);
  }

  #delayLoad(by) {
    if (by === 0) return;
    this.delays += by;
    lifecycle.delayLoad(by);
  }

  end() {
    this.isGone = true;
    this.stopLoading?.();
    if (this.realm !== null) end(this.realm);
    this.#delayLoad(-this.delays);
  }
}

// Nothing of a window runs any more.
function end({ require: inner }) {
  inner('web/dom/frames').endAll();
  const left = inner('web/window/place');
  left.isGone = true;
  left.frameElement = null;
  inner('web/window/timers').stopAll();
  unwatch(inner('web/window/rejections').notify);
}

function endAll() {
  while (frames.length > 0) remove(frames[frames.length - 1]);
}

function remove(frame) {
  ArrayPrototypeSplice(frames, ArrayPrototypeIndexOf(frames, frame), 1);
  frame.end();
}

// `window[0]` and its like. The engine's global object has no place for names that come and go: one that was there once stays, and
// is undefined where there is no frame.
function index() {
  for (; indexed < frames.length; indexed++) {
    const at = indexed;
    ObjectDefineProperty(globalThis, at, { __proto__: null, get: () => frames[at]?.window, configurable: true, enumerable: true });
  }
}

function nameWindow(frame) {
  const name = stateOf(frame.element).attributes.get('name') ?? '';
  if (name === '' || ReflectHas(globalThis, name)) return;
  ObjectDefineProperty(globalThis, name, {
    __proto__: null,
    get: () => (frame.isGone ? undefined : frame.window),
    set(value) { ObjectDefineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true, enumerable: true }); },
    configurable: true,
    enumerable: false,
  });
}

function inserted(element) {
  const state = stateOf(element);
  if (!stateOf(state.document).isOfWindow) return;
  const frame = new Frame(element);
  state.frame = frame;
  ArrayPrototypePush(frames, frame);
  index();
  nameWindow(frame);
  frame.show();
}

function removed(element) {
  const state = stateOf(element);
  const { frame } = state;
  state.frame = undefined;
  if (frame !== undefined && !frame.isGone) remove(frame);
}

// `src` or `srcdoc` has another value.
function changed(element) {
  stateOf(element).frame?.show();
}

function windowOf(element) {
  return stateOf(element).frame?.window ?? null;
}

function documentOf(element) {
  return stateOf(element).frame?.document ?? null;
}

module.exports = { changed, count: () => frames.length, documentOf, endAll, inserted, removed, windowOf };
