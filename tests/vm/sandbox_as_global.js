// What scripts of a context see of their sandbox through `this` and `globalThis`.
const vm = require('vm');

const symbol = Symbol('s');
class Page {
  constructor() { this[symbol] = 'by symbol'; }
  read() { return this[symbol]; }
}
const sandbox = new Page();
Object.defineProperty(sandbox, 'fixed', { value: 1 });
Object.defineProperty(sandbox, 'got', { get() { return 'got'; }, configurable: true });
sandbox.self = sandbox;
sandbox.plain = 'plain';
vm.createContext(sandbox);
const run = (code) => vm.runInContext(code, sandbox);

console.log(run('this.read()'), run('this === globalThis'), run('(function () { return this === globalThis })()'));
console.log(run('self === this'), run('this.self === this'), run('this') !== sandbox);
for (const key of ['fixed', 'got', 'plain', 'absent', 'Array']) {
  console.log(key, JSON.stringify(run(`Object.getOwnPropertyDescriptor(this, '${key}')`)));
}
console.log(run("Object.getOwnPropertyDescriptor(this, 'got').get") === Object.getOwnPropertyDescriptor(sandbox, 'got').get);
run("Object.defineProperty(this, 'hidden', { value: 2 })");
console.log(JSON.stringify(Object.getOwnPropertyDescriptor(sandbox, 'hidden')), run('hidden'));
run('hidden = 3; fixed = 3');
console.log(sandbox.hidden, sandbox.fixed, run('delete fixed'), run('delete plain'), 'plain' in sandbox);
run('this.Symbol = Symbol; var declared = 1; function named() {} assigned = 2');
console.log(typeof sandbox.Symbol, sandbox.Symbol !== Symbol, sandbox.declared, typeof sandbox.named, sandbox.assigned);
console.log(run('this.declared'), run("'declared' in this"), run("Object.keys(this).includes('assigned')"));

const face = run('this');
face.late = 'late';
console.log(sandbox.late, run('late'), vm.isContext(sandbox));
face.__proto__ = null;
console.log(Object.getPrototypeOf(face), run('1 + 1'));

const vanilla = vm.createContext(vm.constants.DONT_CONTEXTIFY);
Object.setPrototypeOf(vanilla, { inherited: 'from the new prototype' });
console.log(vm.runInContext('inherited', vanilla), vm.runInContext('this === globalThis', vanilla));
vanilla.put = 5;
console.log(vm.runInContext('put', vanilla), vm.runInContext('var v = 6; this.v', vanilla), vanilla.v);

const named = new Proxy({ __proto__: { far: 'behind the proxy' } }, {
  has: (target, key) => key === 'named' || key in target,
  get: (target, key, receiver) => (key === 'named' ? 'by a proxy' : Reflect.get(target, key, receiver)),
});
const prototype = Object.create(named, { near: { get() { return 'before the proxy'; } } });
Object.setPrototypeOf(vanilla, prototype);
console.log(vm.runInContext('[near, far, this.named, this.near]', vanilla).join(), Object.getPrototypeOf(vanilla) === prototype);
