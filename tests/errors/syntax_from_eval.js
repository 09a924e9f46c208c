// Syntax errors made at run time are ordinary exceptions.
for (const text of ['let x = ;', 'return 5', 'await 1', 'import "x"', '({', '`${', '/(/', 'a b', '1 = 2', 'for (;;', "'use strict'; with (a) {}"]) {
  try {
    new Function(text);
    console.log(text, 'parsed');
  } catch (error) {
    console.log(text, error instanceof SyntaxError);
  }
}
