import colors from 'picocolors';
import { prettyFactory } from 'pino-pretty';

const tints = [colors.cyan, colors.magenta, colors.yellow, colors.green, colors.blue];
const NAME_WIDTH = 15;

/** Writes the logs of several programs to one terminal, each line prefixed with its program's name. */
export class Terminal {
  readonly #tintOf = new Map<string, (text: string) => string>();
  readonly #prettify = prettyFactory({
    colorize: colors.isColorSupported,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,name,method,url,status,ip',
    singleLine: true,
  });

  constructor(private readonly out: { write(text: string): unknown } = process.stdout) {}

  /** Prints a line of a program: pino's JSON is formatted, other lines are unchanged. */
  readonly log = (program: string, line: string): void => {
    const text = line.startsWith('{') ? this.#prettify(line) : line;
    for (const part of text.trimEnd().split('\n')) this.out.write(`${this.#prefix(program)} ${part}\n`);
  };

  /** Prints the beginning or end of a step of `npm start`. */
  say(text: string): void {
    this.out.write(`${colors.dim('·')} ${text}\n`);
  }

  print(text: string): void {
    this.out.write(`${text}\n`);
  }

  #prefix(program: string): string {
    let tint = this.#tintOf.get(program);
    if (!tint) {
      tint = tints[this.#tintOf.size % tints.length] ?? String;
      this.#tintOf.set(program, tint);
    }
    return tint(`${program.padEnd(NAME_WIDTH)}│`);
  }
}
