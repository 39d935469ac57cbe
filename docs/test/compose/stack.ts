import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Addresses } from './addresses.js';
import { readCompose, type ComposeFile, type Service } from './compose-file.js';
import { layOutImage, type ImageFolder } from './image-folder.js';
import { runToEnd, type Program, Running } from './processes.js';
import { isPostgresReady, isRedisReady, postgresProgram, redisProgram } from './stores.js';

export interface RunOptions {
  args: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  /** Host paths by the path in the container. */
  mounts?: Record<string, string>;
}

/** Images of programs that only look on; observability/test/compose.spec.ts runs Prometheus on its files. */
const watchingImage = /^(?:prom\/prometheus|grafana\/grafana|jaegertracing\/jaeger):/;

/**
 * Compose files with each service as a process: command, entry point, environment, health check and order as the files
 * say. Only the parts that need containers are replaced. Addresses of the loopback network (Linux has a
 * whole one) stand for names of services, and programs of this machine for images.
 */
export class ComposeStack {
  readonly #file: ComposeFile;
  readonly #image: ImageFolder;
  readonly #running = new Map<string, Running>();

  /** @param folder that holds the files and `.env` */
  constructor(
    private readonly folder: string,
    files: readonly string[],
    private readonly addresses: Addresses,
  ) {
    this.#file = readCompose(folder, files);
    this.#image = layOutImage(join(folder, 'image'));
  }

  /** Starts the services without a profile, each after those that it depends on. @throws Error with what one printed */
  async up(): Promise<void> {
    const begun = new Map<string, Promise<void>>();
    const begin = (name: string): Promise<void> => {
      const service = this.#service(name);
      const start = async () => {
        if (watchingImage.test(service.image)) return this.#assertMounts(name, service);
        await Promise.all(Object.keys(service.depends_on).map(begin));
        await this.#start(name, service);
      };
      if (!begun.has(name)) begun.set(name, start());
      return begun.get(name)!;
    };
    const services = Object.entries(this.#file.services).filter(([, { profiles }]) => profiles.length === 0);
    await Promise.all(services.map(([name]) => begin(name)));
  }

  /** `docker compose run`: a command in the environment of a service. */
  async run(name: string, options: RunOptions): Promise<{ code: number | null; output: string }> {
    const { args, entrypoint, environment = {}, mounts = {} } = options;
    const command = args.map((arg) => mounts[arg] ?? arg);
    const service = { ...this.#service(name), command, ...(entrypoint && { entrypoint }) };
    const { code, output } = await runToEnd(this.#ours(name, service, environment));
    const inContainer = Object.entries(mounts).reduce(
      (text, [path, onHost]) => text.replaceAll(onHost, path),
      output,
    );
    return { code, output: inContainer };
  }

  /** `docker compose logs` */
  logs(name: string): string {
    return this.#running.get(name)?.output ?? '';
  }

  /** `docker compose down`. @returns the exit code of each service that ran */
  async down(): Promise<Record<string, number | null | undefined>> {
    const codes: Record<string, number | null | undefined> = {};
    // the stores last, since all others depend on them
    const names = [...this.#running.keys()];
    const isStore = (name: string) => Object.keys(this.#service(name).depends_on).length === 0;
    for (const group of [names.filter((name) => !isStore(name)), names.filter(isStore)]) {
      await Promise.all(
        group.map(async (name) => {
          const { stop_grace_period: grace, image } = this.#service(name);
          // the official image of Postgres is stopped by SIGINT
          const signal = image.startsWith('postgres:') ? 'SIGINT' : 'SIGTERM';
          codes[name] = await this.#running.get(name)!.stop(grace, signal);
        }),
      );
    }
    this.#running.clear();
    return codes;
  }

  #service(name: string): Service {
    const service = this.#file.services[name];
    if (!service) throw new Error(`no such service: ${name}`);
    return service;
  }

  async #start(name: string, service: Service): Promise<void> {
    const program = await this.#program(name, service);
    const running = new Running(program);
    this.#running.set(name, running);
    if (this.#mustEnd(name)) {
      const code = await running.ended;
      if (code !== 0) throw new Error(`${name} ended with ${code}:\n${running.output}`);
      this.#running.delete(name);
    } else await running.until(() => this.#isHealthy(name, service, program));
  }

  /** Whether others wait for its end. */
  #mustEnd(name: string): boolean {
    return Object.values(this.#file.services).some(
      ({ depends_on: needs }) => needs[name]?.condition === 'service_completed_successfully',
    );
  }

  /** @throws Error at a file that it mounts and that is not there */
  #assertMounts(name: string, { volumes }: Service): void {
    for (const [source] of volumes.map((volume) => volume.split(':') as [string]))
      if (source.startsWith('./') && !existsSync(join(this.folder, source)))
        throw new Error(`${name} mounts ${source}, which is not there`);
  }

  async #program(name: string, service: Service): Promise<Program> {
    const data = join(this.folder, 'volumes', name);
    mkdirSync(data, { recursive: true });
    if (service.image.startsWith('postgres:')) return postgresProgram(service, data, this.addresses.of(name));
    if (service.image.startsWith('redis:')) return redisProgram(service, data, this.addresses.of(name));
    if (service.image.startsWith('learning-platform:')) return this.#ours(name, service);
    throw new Error(`${name}: the drill has no program for ${service.image}`);
  }

  #ours(name: string, service: Service, more: Record<string, string> = {}): Program {
    const [command = '', ...args] = [...(service.entrypoint ?? this.#image.entrypoint), ...service.command];
    const environment = Object.entries({ ...service.environment, ...more });
    return {
      command,
      args,
      cwd: join(this.#image.folder, 'app'),
      env: {
        PATH: `${this.#image.bin}:${process.env['PATH']}`,
        HOST: this.addresses.of(name),
        ...Object.fromEntries(environment.map(([key, value]) => [key, this.addresses.in(value)])),
      },
    };
  }

  async #isHealthy(name: string, { healthcheck, environment }: Service, program: Program): Promise<boolean> {
    const [kind, command, ...args] = healthcheck?.test ?? ['CMD', 'true'];
    if (kind !== 'CMD') throw new Error(`${name}: the drill does not know the health check ${kind}`);
    const address = this.addresses.of(name);
    // programs of the official images that a machine need not have
    if (command === 'pg_isready') return isPostgresReady(address, environment, args);
    if (command === 'redis-cli') return isRedisReady(address, environment, args);
    const here = args.map((arg) => arg.replaceAll('127.0.0.1', address));
    return (await runToEnd({ ...program, command: command!, args: here })).code === 0;
  }
}
