// The command line's options as builtins ask for them: by the flag's own name.
'use strict';

const { values } = internalBinding('options');

function getOptionValue(name) {
  return values[name];
}

module.exports = { getOptionValue };
