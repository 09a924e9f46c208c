// The arguments of URLPattern and its methods, in all combinations that Node tells apart; addresses that are relative to nothing; how it
// is shown.
'use strict';

const nameOf = (value) => {
  if (typeof value === 'symbol' || typeof value === 'function' || value === undefined) return typeof value;
  return value?.tag ?? JSON.stringify(value);
};

function attempt(args, run) {
  const text = args.map(nameOf).join(', ');
  try {
    console.log(text, '->', run());
  } catch (error) {
    console.log(text, '->', error.name, error.code, error.message);
  }
}

const make = (...args) => attempt(args, () => {
  const pattern = new URLPattern(...args);
  return `${pattern.pathname} ${pattern.test('https://a/X')}`;
});

const throwing = { tag: 'throwing' };
Object.defineProperty(throwing, 'ignoreCase', { get() { throw new Error('read'); } });
const anything = [
  undefined, null, 1, 's', true, { ignoreCase: 1 }, { ignoreCase: null }, { ignoreCase: true }, {}, [], () => {}, throwing, Symbol('s'),
];
for (const options of anything) {
  make({ pathname: '/x' }, options);
  make('https://a/x', options);
  for (const base of [undefined, null, 1, {}, 'https://a', Symbol('b')]) make('https://a/x', base, options);
  make('/x', 'https://a', options);
  make(undefined, undefined, options);
  make({ pathname: '/x' }, 'https://a', options);
  make(options, options, options);
}
make();
make(undefined);
make(undefined, undefined);
make({ pathname: '/x' }, { ignoreCase: true }, { ignoreCase: false });

const pattern = new URLPattern({ pathname: '/x' });
for (const input of [null, undefined, 1, 's', '/x', {}, [], () => {}, Symbol('i'), true]) {
  for (const base of [undefined, null, 1, 'https://a', {}, Symbol('b')]) {
    attempt([input, base], () => pattern.test(input, base));
    attempt([input, base], () => JSON.stringify(pattern.exec(input, base)?.inputs));
  }
}

const parts = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];
const all = new URLPattern({});
const secure = new URLPattern({ protocol: 'https' });
for (const address of [
  '/x', 'x', 'x y', '?q', '#h', '', '//h/p', 'http://', 'http://[', 'https://a b/', 'a/../b?c#d', '::', '1:2', '\u00e9', ' /x ',
  '/a?b?c#d#e', 'x:y', '..', 'http:x', 'mailto:', '/x\ty', '\ud800',
]) {
  attempt([address], () => JSON.stringify(parts.map((part) => all.exec(address)?.[part].input)));
  attempt([address], () => secure.test(address));
}

console.log(pattern, [pattern], { a: { pattern } });
console.log(require('util').inspect(pattern, { showHidden: true }));
console.log(new (class Mine extends URLPattern {})());
console.log(Object.getOwnPropertyDescriptor(URLPattern.prototype, 'test').enumerable, URLPattern.length, URLPattern.name);
