// Schemas that parse, refine, transform, refuse and describe themselves.
import { z } from 'zod';

const User = z.object({
  name: z.string().min(2).trim(),
  email: z.email(),
  age: z.coerce.number().int().positive().optional(),
  role: z.enum(['admin', 'user']).default('user'),
  tags: z.array(z.string()).max(3),
  at: z.iso.datetime(),
  extra: z.union([z.string(), z.record(z.string(), z.number())]),
}).strict();
console.log(User.parse({ name: ' Ada ', email: 'a@example.com', age: '36', tags: [], at: '2020-01-01T00:00:00Z', extra: { a: 1 } }));
const bad = User.safeParse({ name: 'x', email: 'no', age: -1, tags: ['a', 'b', 'c', 'd'], at: 'then', extra: 3, more: true });
console.log(bad.success, bad.error.issues.map(({ path, code, message }) => [path.join('.'), code, message]));
console.log(z.prettifyError(bad.error), z.treeifyError(bad.error).properties.name);
const Shape = z.discriminatedUnion('kind', [z.object({ kind: z.literal('circle'), r: z.number() }), z.object({ kind: z.literal('box'), w: z.number() })]);
console.log(Shape.parse({ kind: 'box', w: 2 }), Shape.safeParse({ kind: 'line' }).error.issues[0].message);
console.log(z.string().transform((text) => text.length).pipe(z.number().gte(3)).safeParse('abcd').data);
console.log(await z.string().refine(async (text) => text === 'ok', 'not ok').safeParseAsync('no').then((result) => result.error.issues[0].message));
const Tree = z.object({ value: z.number(), get children() { return z.array(Tree); } });
console.log(JSON.stringify(Tree.parse({ value: 1, children: [{ value: 2, children: [] }] })));
console.log(JSON.stringify(z.toJSONSchema(z.object({ a: z.string().optional(), b: z.int() }))));
console.log(z.templateLiteral(['v', z.number()]).safeParse('v12').success, z.map(z.string(), z.date()).safeParse(new Map([['a', new Date(0)]])).success, z.bigint().parse(5n));
