// An undefined name: the engines agree on no wording, but on the place.
// @exit 1
// @caret ignore
// @same ReferenceError: noSuchName is not defined ||| ReferenceError: Can't find variable: noSuchName
function use() {
  return noSuchName + 1;
}
use();
