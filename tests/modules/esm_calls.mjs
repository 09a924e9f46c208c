// Calls of imports have no `this`; odd positions of imported names.
import { receiver, tag, Klass, value } from './fixtures/calls.mjs';
import * as ns from './fixtures/calls.mjs';
const before = 'no semicolon'
receiver()
;[value].forEach((x) => console.log(x, before))
console.log(receiver(), (receiver)(), receiver?.(), ns.receiver() === ns, tag`a${1}`, new Klass().x, new Klass, value)
if (value) receiver()
const { [value]: picked = value } = { 3: 'computed' };
console.log(picked, { value }, { value: value }, [...[value]], typeof value, value in [0, 1, 2, 3], (() => value)())
class Sub extends Klass { static s = value; [value]() { return 'method'; } }
console.log(Sub.s, new Sub()[3](), new Sub().x);
label: for (const value of [9]) { console.log(value); break label }
switch (value) { case value: console.log('case'); }
console.log(((value) => value)(1), function value() { return typeof value; }(), (await Promise.resolve(value)));
export { value as passed }; export default receiver
