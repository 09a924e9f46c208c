// Reading a property of null: the engine's words, the same place.
// @exit 1
// @same TypeError: Cannot read properties of null (reading 'length') ||| TypeError: null is not an object (evaluating 'value.length')
function size(value) {
  return value.length;
}
size(null);
