import { createWriteStream, rmSync, type WriteStream } from 'node:fs';

/** A line and a remark about it. */
export interface LineRemark {
  line: number;
  reason: string;
}

/** How many lines are named for each remark, and bad lines on the terminal. */
const NAMED = 5;

/**
 * The report of an import besides its counts. Bad lines are written to a file as `{"line", "reason"}`, which is created
 * with the first one. Remarks on imported lines are grouped by their text.
 */
export class ImportReport {
  readonly #remarks = new Map<string, number[]>();
  readonly #bad: LineRemark[] = [];
  #badCount = 0;
  #stream: WriteStream | undefined;

  /** @param file where bad lines are written */
  constructor(
    readonly file: string,
    private readonly unused: readonly string[],
  ) {}

  bad(bad: LineRemark): void {
    if (++this.#badCount <= NAMED) this.#bad.push(bad);
    this.#stream ??= createWriteStream(this.file);
    this.#stream.write(`${JSON.stringify(bad)}\n`);
  }

  remark({ line, reason }: LineRemark): void {
    const lines = this.#remarks.get(reason) ?? [];
    lines.push(line);
    this.#remarks.set(reason, lines);
  }

  /** Removes the bad lines of an earlier import: this one has read the whole file, and none is bad. */
  forget(): void {
    if (this.#badCount === 0) rmSync(this.file, { force: true });
  }

  /** The lines to print after the counts; sets the exit status to 1 when any line is bad. */
  inWords(): string[] {
    if (this.#badCount > 0) process.exitCode = 1;
    return [
      ...(this.unused.length > 0 ? [`Columns that are not imported: ${this.unused.join(', ')}.`] : []),
      ...[...this.#remarks].map(([reason, lines]) => `${linesInWords(lines)}: ${reason}.`),
      ...this.#bad.map(({ line, reason }) => `line ${line} is bad: ${reason}`),
      ...(this.#badCount > 0
        ? [`${this.#badCount} bad ${this.#badCount === 1 ? 'line is' : 'lines are'} in ${this.file}.`]
        : []),
    ];
  }

  close(): Promise<void> {
    return new Promise((done) => (this.#stream ? this.#stream.end(done) : done()));
  }
}

function linesInWords(lines: readonly number[]): string {
  const more = lines.length > NAMED ? ` and ${lines.length - NAMED} more` : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, NAMED).join(', ')}${more}`;
}
