// The parser of a page: takes tokens until there are none or a script has to be waited for.
'use strict';

const { globalThis } = primordials;

const { Tokenizer } = require('web/dom/html/tokenizer');
const { TreeBuilder } = require('web/dom/html/tree_builder');
const { prepare } = require('web/dom/script_element');
const { finish } = require('web/dom/scripts');
const { stateOf } = require('web/dom/node_state');
const { checkpoint } = require('web/window/callbacks');

class Parser {
  #tokenizer;
  #builder;
  #document;
  #whenDone;
  #isBlocked = false;
  // How many calls of #run are on the stack: scripts that write make more.
  #depth = 0;
  // Where document.write puts its text: after the script that runs, and undefined while none of the parser's runs.
  #insertionPoint = undefined;
  // The line on which the text of the last script began.
  #line = 1;

  constructor(text, document, whenDone) {
    this.#tokenizer = new Tokenizer(text);
    this.#builder = new TreeBuilder(this.#tokenizer, document, document);
    this.#document = document;
    this.#whenDone = whenDone;
    stateOf(document).parser = this;
  }

  start() {
    this.#run(undefined);
  }

  // Text from a script. It is parsed before the script goes on.
  write(text) {
    if (this.#insertionPoint === undefined) {
      globalThis.console.warn("Failed to execute 'write' on 'Document': It isn't possible to write into a document from an " +
        'asynchronously-loaded external script unless it is explicitly opened.');
      return;
    }
    this.#tokenizer.insert(text, this.#insertionPoint);
    this.#insertionPoint += text.length;
    if (!this.#isBlocked) this.#run(this.#insertionPoint);
  }

  #run(limit) {
    const tokenizer = this.#tokenizer;
    this.#depth++;
    while (!this.#isBlocked) {
      const token = tokenizer.next(limit);
      if (token === undefined) break;
      if (token.start !== undefined) this.#line = tokenizer.lineOf(token.start);
      const script = this.#builder.take(token);
      if (script !== undefined) this.#script(script);
      // What a script wrote inside moved the end of what is to be read.
      if (limit !== undefined) limit = this.#insertionPoint;
    }
    if (--this.#depth === 0 && !this.#isBlocked) this.#finish();
  }

  #script(script) {
    checkpoint();
    this.#withInsertionPoint(() => {
      const pending = prepare(script, this.#line);
      if (pending === undefined) return;
      this.#isBlocked = true;
      pending.whenReady = () => {
        this.#isBlocked = false;
        this.#depth++;
        this.#withInsertionPoint(() => finish(pending));
        this.#depth--;
        if (!this.#isBlocked) this.#run(undefined);
      };
    });
  }

  #withInsertionPoint(body) {
    const tokenizer = this.#tokenizer;
    const outer = this.#insertionPoint;
    const { length } = tokenizer.text;
    this.#insertionPoint = tokenizer.position;
    body();
    this.#insertionPoint = outer === undefined ? undefined : outer + tokenizer.text.length - length;
  }

  #finish() {
    this.#builder.finish();
    stateOf(this.#document).parser = null;
    this.#whenDone();
  }
}

module.exports = { Parser };
