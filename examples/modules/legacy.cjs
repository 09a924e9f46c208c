// A CommonJS module: its exports are found by their names.
exports.greet = (who) => `hello from ${who}`;
exports.kind = typeof module;
