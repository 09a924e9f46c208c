// A TypeScript module.
export interface Rectangle {
  width: number;
  height: number;
}

export function area({ width, height }: Rectangle): number {
  return width * height;
}
