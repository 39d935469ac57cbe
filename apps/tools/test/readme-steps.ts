import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

const FIRST_PORT = 4000;

/** The numbered steps of the README from a clone to a verified webhook and to a code in the browser. */
export class ReadmeSteps {
  readonly #steps: string[];

  /** @param base the PORT_BASE of the stack, in whose addresses the steps are then written */
  constructor(base: number) {
    const readme = readFileSync('README.md', 'utf8');
    const section = /^## First steps\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
    const moved = section.replace(
      /localhost:([45]\d{3})\b/g,
      (_all, port: string) => `localhost:${Number(port) - FIRST_PORT + base}`,
    );
    this.#steps = moved.split(/^\d+\. /m).slice(1);
  }

  get count(): number {
    return this.#steps.length;
  }

  /** The text of a step, counted from one. */
  text(step: number): string {
    return this.#steps[step - 1] ?? '';
  }

  /** The commands in the text of a step. */
  commands(step: number): string {
    const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(this.text(step)) ?? [];
    return commands
      .split('\n')
      .map((line) => line.replace(/^ {3}/, ''))
      .join('\n')
      .trim();
  }

  /** Types these steps into one shell. @returns what each of them prints, by its number */
  async typed(...steps: number[]): Promise<Map<number, string>> {
    const program = steps.map((step) => `echo '=== ${step}'\n${this.commands(step)}`).join('\n');
    const output = await new Promise<string>((resolve, reject) =>
      execFile('bash', ['-eu', '-c', program], (error, out, errors) =>
        error ? reject(new Error(`${error.message}\n${errors}`)) : resolve(out),
      ),
    );
    const printed = output
      .split(/^=== /m)
      .slice(1)
      .map((part): [number, string] => [Number.parseInt(part, 10), part.replace(/^\d+\n/, '').trim()]);
    return new Map(printed);
  }
}
