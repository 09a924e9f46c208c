// A callback that is no function is refused by each of the three.
for (const set of [setTimeout, setInterval, setImmediate]) {
  for (const wrong of [undefined, null, 'code()', 1, {}]) {
    try {
      set(wrong);
    } catch (error) {
      console.log(set.name, error.name, error.code, error.message);
    }
  }
}
