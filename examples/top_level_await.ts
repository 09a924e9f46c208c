// TypeScript runs as it is, with top-level await: types are taken out, enums compiled, and lines
// stay where they are in stack traces.
import { readFile } from 'node:fs/promises';

enum Size {
  Small = 'small',
  Large = 'large',
}

interface Report {
  readonly file: string;
  readonly lines: number;
  readonly size: Size;
}

class Reporter {
  constructor(private readonly limit: number) {}

  async report(url: URL): Promise<Report> {
    const text = await readFile(url, 'utf8');
    const lines = text.split('\n').length - 1;
    const file = url.pathname.split('/').at(-1)!;
    return { file, lines, size: lines > this.limit ? Size.Large : Size.Small };
  }
}

const report = await new Reporter(100).report(new URL(import.meta.url));
console.log(`${report.file} has ${report.lines} lines and is ${report.size}`);
