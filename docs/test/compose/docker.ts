import { listen } from '@app/local-services';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Addresses } from './addresses.js';
import { readDotEnv } from './compose-file.js';
import { ComposeStack } from './stack.js';

interface Said {
  code: number | null;
  output: string;
}

/**
 * A program `docker` for machines without an engine: `docker compose up`, `run`, `logs` and `down`, with each service as
 * a process ({@link ComposeStack}). Anything else fails.
 */
export class DockerWithoutEngine {
  /** The exit codes of the services at the last `down`. */
  exitCodes: Record<string, number | null | undefined> = {};
  #stack: ComposeStack | undefined;
  readonly #server: Server;

  private constructor(
    private readonly folder: string,
    private readonly addresses: Addresses,
  ) {
    this.#server = createServer((request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const args = Buffer.concat(chunks).toString().split('\0').slice(0, -1);
        void this.#execute(args)
          .catch((error: Error): Said => ({ code: 1, output: `${error.message}\n` }))
          .then(({ code, output }) => answer.writeHead(code === 0 ? 200 : 500).end(output));
      });
    });
  }

  /** @param folder with the files of compose and `.env`; the program is in its folder `bin` */
  static async start(folder: string, addresses: Addresses): Promise<DockerWithoutEngine> {
    const docker = new DockerWithoutEngine(folder, addresses);
    const port = await listen(docker.#server);
    mkdirSync(join(folder, 'bin'), { recursive: true });
    const script = `printf '%s\\0' "$@" | curl --silent --fail-with-body --data-binary @- http://127.0.0.1:${port}/`;
    writeFileSync(join(folder, 'bin', 'docker'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return docker;
  }

  async stop(): Promise<void> {
    await this.#stack?.down();
    this.#server.close();
  }

  async #execute([compose, command, ...args]: string[]): Promise<Said> {
    const words = args.join(' ');
    if (compose !== 'compose') throw new Error(`docker ${compose} needs an engine`);
    if (command === 'up' && words === '--build --wait') {
      const files = (readDotEnv(this.folder)['COMPOSE_FILE'] ?? 'docker-compose.yml').split(':');
      this.#stack = new ComposeStack(this.folder, files, this.addresses);
      await this.#stack.up();
      return { code: 0, output: '' };
    }
    if (!this.#stack) throw new Error('nothing is up');
    if (command === 'run') return this.#run(this.#stack, args);
    if (command === 'logs' && args[0] === '--no-log-prefix')
      return { code: 0, output: this.#stack.logs(args[1]!) };
    if (command === 'down') {
      this.exitCodes = await this.#stack.down();
      return { code: 0, output: '' };
    }
    throw new Error(`the drill does not know docker compose ${command} ${words}`);
  }

  #run(stack: ComposeStack, args: string[]): Promise<Said> {
    const environment: Record<string, string> = {};
    const mounts: Record<string, string> = {};
    let entrypoint: string[] | undefined;
    const rest = [...args];
    for (let option = rest.shift(); ; option = rest.shift()) {
      if (option === '--rm') continue;
      else if (option === '-e') {
        const [name, value] = rest.shift()!.split('=', 2);
        environment[name!] = value!;
      } else if (option === '-v') {
        const [from, to] = rest.shift()!.split(':');
        mounts[to!] = join(this.folder, from!);
      } else if (option === '--entrypoint') entrypoint = [rest.shift()!];
      else if (option === undefined || option.startsWith('-')) throw new Error(`run: ${args.join(' ')}`);
      else return stack.run(option, { args: rest, environment, mounts, ...(entrypoint && { entrypoint }) });
    }
  }
}
