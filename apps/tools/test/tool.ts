import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compiledOnce } from '@app/testing';

const root = process.cwd();
/** The built program. */
export const TOOLS = join(root, 'dist', 'apps', 'tools', 'src', 'main.js');

/** A command of the built tools, as `npm run` starts it. */
export class Tool {
  output = '';
  readonly #child: ChildProcess;
  readonly exited: Promise<unknown>;

  /** @param folder the data of `npm start` */
  constructor(args: string[], folder = '.data', more: Record<string, string> = {}) {
    const own = { DATA_DIR: folder, NO_COLOR: '1', NODE_OPTIONS: '' };
    const env = { ...process.env, ...compiledOnce(), ...own, ...more };
    this.#child = spawn(process.execPath, [TOOLS, ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (bytes: Buffer) => (this.output += bytes.toString()));
    this.exited = once(this.#child, 'close');
  }

  /** Waits until the output contains `text` after position `offset`. */
  async says(text: string, offset = 0): Promise<void> {
    while (!this.output.slice(offset).includes(text)) {
      if (this.#child.exitCode !== null) throw new Error(`It has ended:\n${this.output}`);
      await once(this.#child.stdout!, 'data');
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}
