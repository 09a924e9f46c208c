// util.MIMEType and util.MIMEParams: what is read, what is refused, what is written.
const { MIMEType, MIMEParams, inspect } = require('util');

function show(make) {
  try {
    const value = make();
    console.log(typeof value === 'object' ? inspect(value) : value);
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}

const texts = [
  'text/plain', ' text/html ; charset=utf-8 ', 'TEXT/HTML;CHARSET="GB\\"K"', 'application/json; charset=UTF-8; v="1.0"', 'x/y;A=B', 'x/y\t;a=b',
  // Types that are none.
  '', ' ', 'text', '/', 'a/', '/b', 'a b/c', 'a/b c', 'é/b', 'a/é', "!#$%&'*+-.^_`|~0/a",
  // Parameters that are none, that come twice, that end badly.
  'text/html;charset', 'a/b;c=d;c=e', 'text/plain;;;;a=b', 'text/plain; =b; c =d;e= f', 'x/y;a=b ;c=d', 'x/y;__proto__=1',
  'a/b;c="";d=""x', 'x/y;a="b;c"', 'x/y;a="b', 'x/y;a="b\\', 'x/y; a="\\a\\"\\\\"',
  // Letters beyond ASCII.
  'x/x;\u0100=a', 'x/x;a=\u0100', 'x/x;a="\u0100"', 'x/x;a="b\nc"', 'a/b;bonus=\x80', 'x/y;a=\u{10000}', 'x/y;a="é"', 'x/y;a=é',
];
for (const text of texts) {
  console.log('##', JSON.stringify(text));
  show(() => {
    const type = new MIMEType(text);
    return [type.type, type.subtype, type.essence, String(type), JSON.stringify(type), [...type.params]];
  });
  show(() => String(MIMEType.parse(text)));
}

const type = new MIMEType('text/plain;a=b');
const assignments = {
  type: ['APP', 'a/b', '', 'x y', 1, null, undefined], subtype: ['X', '', 'a;b', 7], essence: ['c/d'], params: [1],
};
for (const [name, values] of Object.entries(assignments)) {
  for (const value of values) {
    show(() => {
      type[name] = value;
      return String(type);
    });
  }
}

const { params } = type;
const steps = [
  () => params.get('A'), () => params.get('a'), () => params.get(), () => params.has('a'), () => params.has('z'),
  () => params.set('z', 'q r'), () => String(type), () => params.set('Z', '1'), () => String(params),
  () => params.set('', 'x'), () => params.set('a b', 'x'), () => params.set('q', '\u0100'), () => params.set('q', ''),
  () => params.set('q', 'a"b\\c'), () => params.set('a'), () => params.set(1, 2), () => String(params), () => params.delete('z'),
  () => [...params.keys()], () => [...params.values()], () => [...params.entries()], () => JSON.stringify(params),
  () => params, () => type, () => new MIMEParams(), () => new MIMEParams('a=b'),
  () => new MIMEType(), () => new MIMEType(null), () => new MIMEType({ toString: () => 'a/b' }), () => MIMEType.parse(), () => MIMEType.parse(1),
  () => params[Symbol.iterator] === params.entries,
  () => [type, params, params.keys()].map((value) => Object.prototype.toString.call(value)),
];
for (const step of steps) {
  console.log('>>', String(step).slice('() => '.length));
  show(step);
}

for (const owner of [MIMEType, MIMEType.prototype, MIMEParams, MIMEParams.prototype]) {
  for (const key of Reflect.ownKeys(owner)) {
    const { value, get, set, enumerable, configurable, writable } = Object.getOwnPropertyDescriptor(owner, key);
    console.log(String(key), typeof value, typeof get, typeof set, enumerable, configurable, writable, value?.name, value?.length);
  }
}
