// compare: --loops=node,node11,node10
const copy = structuredClone({ a: 1 });
console.log(copy.a);
