import { setTimeout as pause } from 'node:timers/promises';
import { resolve } from 'node:path';
import type { Program } from '../../start/supervisor.js';
import type { Bench } from '../bench.js';
import type { BenchStack } from '../bench-stack.js';
import { median, spread } from '../figures.js';
import { load } from '../load.js';
import { atMost, noTarget, resultRow, type ResultRow } from '../result.js';
import { ImageFolder } from './image-folder.js';
import { StartedServer, type LoadedFile } from './started-server.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Seconds after which a server counts as idle. */
const IDLE_SECONDS = 5;
const LOAD_SECONDS = 6;
/** How many packages are named. */
const SHOWN = 8;
const WANTED = { readyMs: 1_500, idle: 120, loaded: 250, packages: 100 };

type Figures = Record<'readyMs' | 'cpuMs' | 'idle' | 'loaded', number[]>;

/** What starting costs, what a server holds idle and under load, and which packages it loads for that. */
export const startUp: Bench = {
  name: 'start',
  description: 'Time to ready, memory idle and under load, and what each server loads',
  async run(stack, print) {
    const image = await ImageFolder.make(resolve('.'));
    try {
      return await compare(stack, image, print);
    } finally {
      image.remove();
    }
  },
};

async function compare(
  stack: BenchStack,
  image: ImageFolder,
  print: (line: string) => void,
): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  const row = { scenario: 'start' };
  const bearer = await stack.token();
  for (const program of stack.programs.toReversed()) {
    const { name } = program;
    const figures: Figures = { readyMs: [], cpuMs: [], idle: [], loaded: [] };
    for (let round = 1; round <= ROUNDS; round += 1) await measure(program, image, bearer, figures);
    print(
      `${name}: ready after ${spread(figures.readyMs)} ms, ${spread(figures.cpuMs)} ms of processor time`,
    );
    print(`${name}: ${spread(figures.idle)} MB after ${IDLE_SECONDS} s idle`);
    const { readyMs, cpuMs, idle, loaded } = figures;
    const add = (what: string, ours: number, unit: string, most?: number) =>
      rows.push(
        resultRow({ ...row, what: `${name}, ${what}`, ours, unit, target: most ? atMost(most) : noTarget }),
      );
    add('ready', median(readyMs), 'ms', WANTED.readyMs);
    add('processor time until ready', median(cpuMs), 'CPU ms');
    add('idle', median(idle), 'MB', WANTED.idle);
    if (loaded.length > 0) {
      print(`${name}: ${spread(loaded)} MB after ${LOAD_SECONDS} s of load`);
      add('under load', median(loaded), 'MB', WANTED.loaded);
    }
    await tellPackages(program, image, print);
  }
  const { count, megabytes } = image.packages;
  print(`${count} packages of production`);
  const packages = {
    what: 'packages of production in the image',
    unit: 'MB',
    target: atMost(WANTED.packages),
  };
  return [...rows, resultRow({ ...row, ...packages, ours: megabytes })];
}

async function measure(
  program: Program,
  image: ImageFolder,
  bearer: string,
  figures: Figures,
): Promise<void> {
  const server = await StartedServer.start(program, image);
  try {
    figures.readyMs.push(server.readyMs);
    figures.cpuMs.push(server.cpuMs);
    await pause(IDLE_SECONDS * 1_000);
    figures.idle.push(server.memory);
    const work = loads[program.name];
    if (!work) return;
    await work(server.url, bearer);
    figures.loaded.push(server.memory);
  } finally {
    await server.stop();
  }
}

/** The load of each server; that of the worker is measured by the scenario `webhooks`. */
const loads: Record<string, ((url: string, bearer: string) => Promise<void>) | undefined> = {
  'auth-server': async (url) => {
    const form = {
      grant_type: 'client_credentials',
      client_id: 'acme-app',
      client_secret: 'acme-app-secret',
    };
    await load({ url: `${url}/oauth/token`, form, seconds: LOAD_SECONDS });
  },
  'resource-api': async (url, bearer) => {
    const headers = { authorization: `Bearer ${bearer}` };
    // one write, so that what publishes hints is loaded, too
    await fetch(`${url}/v2/users/1`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ last_name: `N${Date.now()}` }),
    });
    for (const path of ['/v2/users/1', '/v2/users?limit=50', '/v2/learning-objects?premium=true'])
      await load({ url: url + path, headers, seconds: LOAD_SECONDS / 3 });
  },
};

/** Prints the largest packages that a started server has loaded. */
async function tellPackages(
  program: Program,
  image: ImageFolder,
  print: (line: string) => void,
): Promise<void> {
  const server = await StartedServer.start(program, image, true);
  try {
    const packages = byPackage(await server.loaded());
    const files = packages.reduce((sum, one) => sum + one.files, 0);
    const bytes = packages.reduce((sum, one) => sum + one.bytes, 0);
    print(`${program.name} loads ${files} files, ${kilobytes(bytes)} KB:`);
    const shown = packages
      .slice(0, SHOWN)
      .map((one) => `${one.name} ${kilobytes(one.bytes)} KB (${one.files})`);
    print(`  ${shown.join(', ')}`);
  } finally {
    await server.stop();
  }
}

function byPackage(loaded: LoadedFile[]): { name: string; files: number; bytes: number }[] {
  const found = new Map<string, { name: string; files: number; bytes: number }>();
  for (const [path, size] of loaded) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? 'our own code';
    const one = found.get(name) ?? { name, files: 0, bytes: 0 };
    found.set(name, { name, files: one.files + 1, bytes: one.bytes + size });
  }
  return [...found.values()].sort((one, other) => other.bytes - one.bytes);
}

const kilobytes = (bytes: number): string => Math.round(bytes / 1_000).toLocaleString('en');
