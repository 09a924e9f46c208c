// Module namespace objects.
import * as self from './namespace.mjs';
import util from 'node:util';

console.log(self);
export const a = 1;
export default function greet() {}
export class Thing {}
export let list = [1, { two: 2 }];
console.log(self);
console.log({ self }, util.inspect(self, { depth: -1 }), util.inspect(self, { compact: false }));
console.log(util.types.isModuleNamespaceObject(self), util.types.isProxy(self), util.types.isModuleNamespaceObject({}));
