// Which tests run: by the patterns of their names, and by their tags.
'use strict';

const {
  ArrayPrototypeEvery, ArrayPrototypeIncludes, ArrayPrototypeMap, ArrayPrototypeSome, RegExp, RegExpPrototypeExec, StringPrototypeToLowerCase, StringPrototypeTrim,
} = primordials;

// `/text/flags`, or a text that is the whole pattern.
function toRegExp(text, name) {
  const match = RegExpPrototypeExec(/^\/(.*)\/([a-z]*)$/s, text);
  try {
    return match === null ? new RegExp(text) : new RegExp(match[1], match[2]);
  } catch (error) {
    const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_VALUE(name, text, `is an invalid regular expression.${error ? ` ${error}` : ''}`);
  }
}

function matchesOne(patterns, text) {
  return ArrayPrototypeSome(patterns, (pattern) => {
    pattern.lastIndex = 0;
    return RegExpPrototypeExec(pattern, text) !== null;
  });
}

// The names of a test and of those around it, the outermost first.
function wholeName(test) {
  if (test.parent === null) return '';
  return `${wholeName(test.parent)} ${test.name}`;
}

function matches(test, patterns) {
  if (test.parent === null) return false;
  if (matchesOne(patterns, test.name) || matches(test.parent, patterns)) return true;
  return matchesOne(patterns, StringPrototypeTrim(wholeName(test)));
}

class Filter {
  constructor(names, skipped, tags) {
    this.names = names;
    this.skipped = skipped;
    this.tags = tags;
  }

  // Null if there is nothing to filter by.
  static fromPatterns(names, skipped, tags = []) {
    if (names.length === 0 && skipped.length === 0 && tags.length === 0) return null;
    return new Filter(
      ArrayPrototypeMap(names, (text) => toRegExp(text, '--test-name-pattern')),
      ArrayPrototypeMap(skipped, (text) => toRegExp(text, '--test-skip-pattern')),
      ArrayPrototypeMap(tags, (tag) => StringPrototypeToLowerCase(tag)),
    );
  }

  excludes(test) {
    if (this.names.length > 0 && !matches(test, this.names)) return true;
    if (this.skipped.length > 0 && matches(test, this.skipped)) return true;
    return this.tags.length > 0 && !ArrayPrototypeEvery(this.tags, (tag) => ArrayPrototypeIncludes(test.tags, tag));
  }
}

module.exports = { Filter, toRegExp };
