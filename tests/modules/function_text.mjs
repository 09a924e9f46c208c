// A function shows the text its author wrote, whatever it awaits, imports or reads.
import { inspect as show } from 'node:util';

async function f(a) {
  'use strict';
  await a;
  try { await 2; } catch {}
  for await (const x of [1]);
  return await 3;
}
class A {
  async m() { await 1; }
  static async *g() { yield* [1]; }
}
const o = { async m(x) { return await x; }, stack(error) { return error.stack; } };
for (const text of [
  f, A, A.g, o.m, o.stack, async () => await 1, async (x) => ({ x }), async (é) => (é, 1), () => show(import.meta),
  function outer() { return async function inner() { await import('node:fs'); }; },
]) console.log(`${text}`);
const { toString } = Function.prototype;
console.log(toString.toString(), toString.name, toString.length, Object.hasOwn(toString, 'prototype'));
console.log(toString.call(function plain() {}));
