import { freePort, startStandby } from '@app/local-services';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withRole } from '../../start/services.js';
import type { BenchStack } from '../bench-stack.js';
import type { Bench } from '../bench.js';
import { atMost, noTarget, ratioAtMost, resultRow, type ResultRow } from '../result.js';
import { processorMs } from './processor-time.js';

const CREATED = 1_000;
const SEARCHES = 300;
const CHANGES = 200;
/** How often the load is applied to each side in turn. */
const TURNS = 4;
const IDLE_MS = 5_000;
/** Seconds that the standby may be behind: long enough that only a portal's own writes send reads to the primary. */
const LAG_SECONDS = 60;

/** Two processes of the API and a standby: what a portal wrote is read by the other process, and what the primary saves. */
export const replica: Bench = {
  name: 'replica',
  description:
    'read-your-writes over two API processes with a standby behind and stopped, and what it takes off the primary',
  async run(stack, print) {
    const folder = mkdtempSync(join(tmpdir(), 'learning-platform-standby-'));
    chmodSync(folder, 0o755); // as root, Postgres runs as another user
    const primary = new pg.Client({ connectionString: stack.ownerUrl });
    primary.on('error', () => undefined); // when everything is stopped
    await primary.connect();
    const { rows } = await primary.query<{ data_directory: string }>('show data_directory');
    const dataDir = rows[0]!.data_directory;
    const server = { url: stack.ownerUrl, port: Number(new URL(stack.ownerUrl).port), dataDir };
    const most = await primary.query<{ max_connections: string }>('show max_connections');
    const settings = { max_connections: most.rows[0]!.max_connections }; // not fewer than the primary's
    const standby = await startStandby(server, { dataDir: join(folder, 'standby'), settings });
    const there = new pg.Client({ connectionString: onSameDatabase(standby.url, stack.ownerUrl) });
    there.on('error', () => undefined);
    await there.connect();
    try {
      const apis = [await withReplica(stack, standby.url), await withReplica(stack, standby.url)] as const;
      const bearer = { authorization: `Bearer ${await stack.token()}`, 'content-type': 'application/json' };
      const results: ResultRow[] = [];
      await untilUsed(apis, bearer);
      await there.query(`alter system set recovery_min_apply_delay = '5s'`);
      await there.query('select pg_reload_conf()');
      results.push(await staleReads('standby 5 s behind', apis, bearer, there));
      await there.query('alter system reset recovery_min_apply_delay');
      await there.query('select pg_reload_conf()');
      await there.query('select pg_wal_replay_pause()');
      results.push(await staleReads('replay stopped', apis, bearer, there));
      await there.query('select pg_wal_replay_resume()');
      await untilUsed(apis, bearer);
      const servers = {
        primary: postmasterOf(dataDir),
        standby: postmasterOf(join(folder, 'standby')),
      };
      results.push(...(await readTime(stack.api, apis[0], bearer, servers)));
      results.push(await changeTime(stack.api, apis[0], bearer));
      for (const { name, ours, theirs, unit } of results)
        print(`${name}: ${ours} ${unit}, ${theirs} beside it`);
      return results;
    } finally {
      await Promise.all([primary.end(), there.end()]);
      await standby.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);

const onSameDatabase = (server: string, of: string): string =>
  Object.assign(new URL(server), { pathname: new URL(of).pathname }).href;

/** One more process of the API, with the standby. @returns its address */
async function withReplica(stack: BenchStack, standby: string): Promise<string> {
  const [port, metrics] = [await freePort(), await freePort()];
  const { username, password } = new URL(stack.databaseUrl);
  const url = onSameDatabase(standby, stack.databaseUrl);
  const env = {
    ...stack.apiProgram.env,
    PORT: String(port),
    METRICS_PORT: String(metrics),
    DATABASE_REPLICA_URL: withRole(url, username, decodeURIComponent(password)),
    DATABASE_REPLICA_LAG_SECONDS: String(LAG_SECONDS),
  };
  await stack.runBeside({ ...stack.apiProgram, name: `resource-api ${port}`, env }, port);
  addresses.set(`http://127.0.0.1:${port}`, `http://127.0.0.1:${metrics}/metrics`);
  return `http://127.0.0.1:${port}`;
}
/** Where the metrics of each API are. */
const addresses = new Map<string, string>();

async function fromStandby(api: string): Promise<number> {
  const text = await (await fetch(addresses.get(api)!)).text();
  return Number(/^postgres_replica_reads_total\{by="replica",reason=""\} (\d+)/m.exec(text)?.[1] ?? 0);
}

async function untilUsed(apis: readonly string[], headers: Record<string, string>): Promise<void> {
  for (const api of apis)
    for (const before = await fromStandby(api); (await fromStandby(api)) === before; await pause(200))
      await ok(fetch(`${api}/v2/users?limit=1`, { headers }));
}

async function ok(asked: Promise<Response>): Promise<Record<string, unknown>> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? {} : await answer.json()) as Record<string, unknown>;
}

/** Creates by one process and reads by the other at once; the standby is asked itself, too. */
async function staleReads(
  name: string,
  apis: readonly [string, string],
  headers: Record<string, string>,
  standby: pg.Client,
): Promise<ResultRow> {
  let [ours, theirs] = [0, 0];
  for (let round = 0; round < CREATED; round += 1) {
    const [writer, reader] = round % 2 === 0 ? apis : apis.toReversed();
    const email = `r${randomBytes(8).toString('hex')}@replica.example`;
    const body = JSON.stringify({ email, first_name: 'R', last_name: 'S' });
    const { id } = await ok(fetch(`${writer}/v2/users`, { method: 'POST', headers, body }));
    const found = await ok(fetch(`${reader}/v2/users?email=${email}`, { headers }));
    if (found['total'] !== 1) ours += 1;
    const { rowCount } = await standby.query('select from identity.accounts where id = $1', [id]);
    if (rowCount === 0) theirs += 1;
    await ok(fetch(`${writer}/v2/users/${String(id)}`, { method: 'DELETE', headers }));
  }
  if (theirs === 0) throw new Error(`${name}: nothing would have been stale`);
  return resultRow({
    scenario: 'replica',
    what: `create, then list by another process: ${name}`,
    against: 'the standby asked directly',
    ours,
    theirs,
    unit: `stale of ${CREATED}`,
    target: atMost(0),
  });
}

const words = ['data', 'safety', 'english', 'management', 'project', 'team', 'design', 'security'];

/** The process ids of both servers' postmasters. */
interface Servers {
  primary: number;
  standby: number;
}

/** Milliseconds of processor time of both servers in some seconds in which nothing is asked. */
async function idleTime(servers: Servers): Promise<Record<keyof Servers, number>> {
  const [primary, standby] = [processorMs(servers.primary), processorMs(servers.standby)];
  await pause(IDLE_MS);
  return {
    primary: (processorMs(servers.primary) - primary) / IDLE_MS,
    standby: (processorMs(servers.standby) - standby) / IDLE_MS,
  };
}

/**
 * Processor time of both servers for searches and lists, asked of an API without the standby and of one with it in turn;
 * what they use when nothing is asked is taken off.
 */
async function readTime(
  without: string,
  withStandby: string,
  headers: Record<string, string>,
  servers: Servers,
): Promise<ResultRow[]> {
  const askAll = async (api: string, turn: number) => {
    for (let n = 0; n < SEARCHES; n += 1) {
      // a bound of its own keeps the counts of one search from answering the next
      const query = `keyword=${words[n % words.length]}&facets=type,language,tag&updated=${turn * SEARCHES + n}`;
      await ok(fetch(`${api}/v2/learning-objects?${query}`, { headers }));
      await ok(fetch(`${api}/v2/users?q=${'abcdefgh'[n % 8]}`, { headers }));
    }
  };
  const apis = [without, withStandby];
  for (const api of apis) await askAll(api, TURNS); // every statement planned, every page in memory
  const idle = await idleTime(servers);
  const spent = new Map(apis.map((api) => [api, { primary: 0, standby: 0 }]));
  const before = await fromStandby(withStandby);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const api of turn % 2 === 0 ? apis : apis.toReversed()) {
      const own = spent.get(api)!;
      const [primary, standby, begin] = [
        processorMs(servers.primary),
        processorMs(servers.standby),
        performance.now(),
      ];
      await askAll(api, turn);
      const took = performance.now() - begin;
      own.primary += processorMs(servers.primary) - primary - idle.primary * took;
      own.standby += processorMs(servers.standby) - standby - idle.standby * took;
    }
  if ((await fromStandby(withStandby)) - before < SEARCHES * TURNS)
    throw new Error('the standby has answered less than half of the reads');
  const each = (ms: number) => ms / SEARCHES / TURNS;
  const [ours, theirs] = [spent.get(withStandby)!, spent.get(without)!];
  const row = { scenario: 'replica', against: 'without a standby', unit: 'ms' };
  return [
    resultRow({
      ...row,
      what: 'processor time of the primary for a search and a list',
      ours: each(ours.primary),
      theirs: each(theirs.primary),
      target: ratioAtMost(0.8),
    }),
    resultRow({
      ...row,
      what: 'processor time of both servers for a search and a list',
      ours: each(ours.primary + ours.standby),
      theirs: each(theirs.primary + theirs.standby),
      target: noTarget,
    }),
  ];
}

/** What a change costs more: the position, asked and noted. */
async function changeTime(
  without: string,
  withStandby: string,
  headers: Record<string, string>,
): Promise<ResultRow> {
  const { hits } = (await ok(fetch(`${without}/v2/users?limit=1`, { headers }))) as {
    hits: { id: number }[];
  };
  const times = new Map<string, number[]>([
    [without, []],
    [withStandby, []],
  ]);
  for (let n = 0; n < CHANGES * TURNS; n += 1)
    for (const [api, own] of times) {
      const body = JSON.stringify({ first_name: `N${n}${api.at(-1)}` });
      const begin = performance.now();
      await ok(fetch(`${api}/v2/users/${hits[0]!.id}`, { method: 'PATCH', headers, body }));
      own.push(performance.now() - begin);
    }
  const median = (api: string) =>
    times.get(api)!.toSorted((one, other) => one - other)[(CHANGES * TURNS) / 2]!;
  const [ours, theirs] = [median(withStandby), median(without)];
  return resultRow({
    scenario: 'replica',
    what: 'a change, median',
    against: 'without a standby',
    ours,
    theirs,
    unit: 'ms',
    target: ratioAtMost(1.3),
  });
}
