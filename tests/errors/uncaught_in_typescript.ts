// Line and column are those of the TypeScript file.
// @exit 1
// @same file://<root>/tests/errors/uncaught_in_typescript.ts ||| <root>/tests/errors/uncaught_in_typescript.ts
interface Shape { sides: number }
const Kind = { Round: 0, Square: 1 } as const;
function area<T extends Shape>(shape: T, kind: number): number {
  if (kind === Kind.Round) throw new Error(`round with ${shape.sides} sides`);
  return shape.sides;
}
area({ sides: 3 } as Shape, Kind.Round);
