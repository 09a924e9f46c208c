// TypeScript: types vanish, positions stay true.
// @flags --no-warnings
import { Point, generic } from './fixtures/types.ts';
import type { Foo } from './fixtures/types.ts';
import commonjs from './fixtures/commonjs.cts';

type Alias = string | number
interface Shape { kind: 'circle', radius: number }
declare const nothing: unknown

function overload(a: string): string
function overload(a: number): number
function overload(a: any): any { return a }

abstract class Base<T> implements Iterable<T> {
  protected abstract items: T[]
  private cache?: Map<string, T>
  readonly tag: string = 'base';
  *[Symbol.iterator](): Iterator<T> { yield* this.items }
}
class Impl extends Base<number> { items = [1, 2]; name: string; constructor(name: string = 'impl') { super(); this.name = name; } }

const shape = { kind: 'circle', radius: 2 } as const satisfies Shape
let definite!: number
const fn = async <T,>(x: T, ...rest: Array<T>): Promise<T> => { return x! }
console.log(new Point(1, 2).sum(), new Point(3), Point.count, generic('g'))
console.log(overload('o'), [...new Impl()], new Impl('n').name, shape, definite, commonjs.value)
console.log(await fn<number>(5), ('assertion' as Alias), (shape as any).radius!)
try {
  ((): void => { throw new Error('place'); })()
} catch (error: unknown) {
  console.log((error as Error).stack!.split('\n')[1].replace(/\(?file:.*\//, ''))
}
export {}
