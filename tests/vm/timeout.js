'use strict';

// The option `timeout`: a script that takes longer is ended, whatever it does against it, and the program goes on.

const vm = require('vm');

function attempt(name, run) {
  try {
    console.log(name, 'gave', run());
  } catch (error) {
    console.log(name, 'threw', error instanceof Error, error.code, error.name, error.message, Object.keys(error));
  }
}

const endless = {
  'while': 'while (true) {}',
  'while without a block': 'while (true);',
  'do': 'let i = 0; do i++; while (true)',
  'for': 'for (;;) { }',
  'for of': 'function* all() { let i = 0; while (true) yield i++; } for (const i of all());',
  'nested': 'for (;;) for (;;) continue;',
  'labels': 'outer: while (true) { while (true) continue outer; }',
  'recursion': 'function fibonacci(n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); } fibonacci(100)',
  'arrows': 'const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); f(100)',
  'methods': 'class A { get f() { return new A().g() + new A().g() } g(n = 40) { return n < 1 ? 0 : this.g(n - 1) + this.g(n - 1) } } new A().f',
  'catch': 'while (true) { try { while (true) {} } catch { } }',
  'catch with a pattern': 'while (true) { try { while (true) {} } catch ({ message }) { message } }',
  'finally': '(function () { while (true) { try { while (true) {} } finally { continue } } })()',
  'return in finally': '(function f() { try { while (true) {} } finally { return f() } })()',
  'callbacks': 'Array(30).fill().forEach(function f(x, i, all) { all.slice(1).forEach(f) })',
  'promise': 'new Promise(() => { while (true) {} })',
  'async': '(async () => { try { while (true) {} } catch { return 1 } })()',
  'eval': 'eval("while (true) {}")',
  'eval in a function': '(function (code) { let i = 0; eval(code); return i })("try { for (;;) i++ } catch { }")',
  'strict': "'use strict'; function f() { 'use strict'; while (true) {} } f()",
};
for (const [name, code] of Object.entries(endless)) {
  attempt(`${name}, this context:`, () => vm.runInThisContext(`{${code}}`, { timeout: 20 }));
  attempt(`${name}, new context:`, () => vm.runInNewContext(code, {}, { timeout: 20 }));
}

// In time: the completion value is that of the script.
attempt('in time', () => vm.runInNewContext('let sum = 0; for (let i = 0; i < 1000; i++) sum += i; sum', {}, { timeout: 10000 }));
attempt('value of a loop', () => vm.runInNewContext('for (let i = 0; i < 3; i++) i * 2', {}, { timeout: 10000 }));
attempt('value of an empty loop', () => vm.runInNewContext('1; while (false);', {}, { timeout: 10000 }));
attempt('an error of its own', () => vm.runInNewContext('try { throw new Error("own") } finally { }', {}, { timeout: 10000 }));
attempt('caught by itself', () => vm.runInNewContext('try { throw 1 } catch (e) { e + 1 }', {}, { timeout: 10000 }));

attempt('eval', () => vm.runInNewContext('let n = 3; (function (m) { var k = eval("var inner = n + m; inner * 2"); return [k, inner, eval(5), typeof eval] + "" })(4)', {}, { timeout: 10000 }));
attempt('a bad eval', () => vm.runInNewContext('try { eval("while (") } catch (error) { error.name }', {}, { timeout: 10000 }));

// One script, with and without a limit.
const script = new vm.Script('for (let i = 0; i < end; i++) {} "end"');
attempt('without a limit', () => script.runInNewContext({ end: 10 }));
attempt('over the limit', () => script.runInNewContext({ end: Infinity }, { timeout: 10 }));
attempt('again without', () => script.runInNewContext({ end: 10 }));

// A function of a limited script has no limit when it is called later.
const later = vm.runInNewContext('(n) => { let i = 0; while (i < n) i++; return i }', {}, { timeout: 300 });
const start = Date.now();
while (Date.now() - start < 310);
attempt('later', () => later(1e5));

// Limits in limits: the inner one ends the inner script, and the outer script may go on.
attempt('inner', () => vm.runInNewContext(
  'let caught; try { inner() } catch (error) { caught = error.code } caught',
  { inner: () => vm.runInNewContext('while (true) {}', {}, { timeout: 10 }) }, { timeout: 10000 }));
attempt('outer', () => vm.runInNewContext(
  'try { inner() } catch { } while (true) {}',
  { inner: () => vm.runInNewContext('while (true) {}', {}, { timeout: 100000 }) }, { timeout: 20 }));

for (const timeout of [null, -1, 0, 1.5, '1', NaN, 2 ** 32]) {
  attempt(`timeout ${timeout}`, () => vm.runInNewContext('1', {}, { timeout }));
}
process.on('exit', () => console.log('exit'));
