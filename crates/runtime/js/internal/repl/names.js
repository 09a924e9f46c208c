// Names that lines have declared with let, const and class: the engine does not list them.
'use strict';

const {
  ArrayPrototypeFilter, ArrayPrototypeIncludes, ArrayPrototypePush, ArrayPrototypeSort, RegExpPrototypeExec, RegExpPrototypeSymbolSplit,
  StringPrototypeTrim,
} = primordials;

const DECLARATION = /\b(?:let|const|class)\s+(?:([A-Za-z_$][\w$]*)|\{([^}]*)\}|\[([^\]]*)\])/g;
const LAST_NAME = /([A-Za-z_$][\w$]*)\s*(?:=.*)?$/;

class LexicalNames {
  #names = [];

  // Notes what the code may declare; whether it does is asked when the names are used.
  note(code) {
    DECLARATION.lastIndex = 0;
    let match;
    while ((match = RegExpPrototypeExec(DECLARATION, code)) !== null) {
      const end = DECLARATION.lastIndex;
      if (match[1] !== undefined) this.#add(match[1]);
      else this.#notePattern(match[2] ?? match[3]);
      DECLARATION.lastIndex = end;
    }
  }

  #add(name) {
    if (!ArrayPrototypeIncludes(this.#names, name)) ArrayPrototypePush(this.#names, name);
  }

  #notePattern(pattern) {
    const parts = RegExpPrototypeSymbolSplit(/,/, pattern);
    for (let i = 0; i < parts.length; i++) {
      const match = RegExpPrototypeExec(LAST_NAME, StringPrototypeTrim(parts[i]));
      if (match !== null) this.#add(match[1]);
    }
  }

  // Those that `isThere(name)` knows.
  list(isThere) {
    return ArrayPrototypeSort(ArrayPrototypeFilter(this.#names, isThere));
  }
}

module.exports = { LexicalNames };
