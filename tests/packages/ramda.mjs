// Composition, lenses, transducers, currying.
import * as R from 'ramda';

console.log(R.pipe(R.filter(R.propSatisfies(R.gt(R.__, 2), 'n')), R.map(R.over(R.lensProp('n'), R.inc)), R.groupBy(R.prop('k')))([{ n: 1, k: 'a' }, { n: 3, k: 'b' }, { n: 5, k: 'a' }]));
console.log(R.view(R.lensPath(['a', 0, 'b']), { a: [{ b: 7 }] }), R.assocPath(['x', 'y'], 1, {}), R.mergeDeepRight({ a: { b: 1 } }, { a: { c: 2 } }), R.evolve({ n: R.negate }, { n: 3, m: 4 }));
console.log(R.transduce(R.compose(R.map(R.multiply(3)), R.take(2)), R.flip(R.append), [], [1, 2, 3]), R.curry((a, b, c) => a + b + c)(1)(R.__, 3)(2), R.converge(R.divide, [R.sum, R.length])([1, 2, 6]));
console.log(R.equals(new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]])), R.toString({ a: [1, new Date(0)], f: undefined }), R.zipWith(R.concat, ['a'], ['b']), R.uniqBy(Math.abs, [1, -1, 2]), R.sortWith([R.descend(R.prop('a'))], [{ a: 1 }, { a: 2 }]), R.cond([[R.equals(1), R.always('one')], [R.T, R.identity]])(5));
