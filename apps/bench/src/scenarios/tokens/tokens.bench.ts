import { freePort } from '@app/local-services';
import { randomHex } from '@app/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { checkpoint } from '../../load/checkpoint.js';
import { join } from 'node:path';
import type { Bench } from '../../bench.js';
import type { BenchStack } from '../../bench-stack.js';
import { computeFigures, medianFigure } from '../../report/figures.js';
import { peerScript } from '../../peers/peer-script.js';
import { noTarget, ratioAtMost, resultRow, type ResultRow } from '../../report/result.js';
import { TokenCpu, type CpuMs } from './token-cpu.js';
import { runLoad, type RepeatedRequest } from '../../load/thin-load.js';

/** Rounds of all servers in turn, so that other load on the machine affects them alike. */
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_REQUESTS = 20_000;
const MAX_WARM_UP_SECONDS = 60;
/** Measured without requests, for what a server's own tasks cost. */
const IDLE_SECONDS = 4;

/** One server under one kind of request. */
interface Contestant {
  name: string;
  /** Part of the path of its script. */
  script: string;
  /** The request of one connection. */
  prepareRequest: () => Promise<RepeatedRequest>;
}

/** CPU milliseconds per request of each round, without what is used when idle, and milliseconds of all requests. */
interface ContestantMeasurement {
  name: string;
  server: number[];
  postgres: number[];
  both: number[];
  perSecond: number[];
  times: number[][];
}

/** By requests, not by time: code that has run a few hundred times is not what production runs. */
async function warmUp(requests: readonly RepeatedRequest[]): Promise<void> {
  await runLoad(requests, { seconds: MAX_WARM_UP_SECONDS, amount: WARM_UP_REQUESTS });
}

/** Measures these in turn, at so many connections. */
async function contest(
  stack: BenchStack,
  all: readonly Contestant[],
  connections: number,
): Promise<ContestantMeasurement[]> {
  const cpu = await TokenCpu.of(stack.ownerUrl);
  const asking: RepeatedRequest[][] = [];
  for (const { prepareRequest } of all) {
    const ofOne: RepeatedRequest[] = [];
    // one after the other: a login costs a password's hash
    while (ofOne.length < connections) ofOne.push(await prepareRequest());
    asking.push(ofOne);
  }
  for (const one of asking) await warmUp(one);
  const measured = all.map(({ name }): ContestantMeasurement => ({
    name,
    server: [],
    postgres: [],
    both: [],
    perSecond: [],
    times: [],
  }));
  await checkpoint(stack);
  const idle: CpuMs[] = [];
  for (const { script } of all) idle.push(await cpu.during(script, () => pause(IDLE_SECONDS * 1000)));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { script }] of all.entries()) {
      const { result, ...used } = await cpu.during(script, () =>
        runLoad(asking[index]!, { seconds: SECONDS }),
      );
      const usedWithoutIdle = (part: keyof CpuMs) =>
        used[part] - (idle[index]![part] * SECONDS) / IDLE_SECONDS;
      const [server, postgres] = [usedWithoutIdle('server'), usedWithoutIdle('postgres')];
      const into = measured[index]!;
      into.server.push(server / result.requests);
      into.postgres.push(postgres / result.requests);
      into.both.push((server + postgres) / result.requests);
      into.perSecond.push(result.requests / SECONDS);
      into.times.push(result.times);
    }
  }
  return measured;
}

function words({ name, server, postgres, both, perSecond, times }: ContestantMeasurement): string {
  const { p50, p99 } = computeFigures(times);
  const [ms, ofServer, ofPostgres] = [both, server, postgres].map((all) => medianFigure(all).toFixed(2));
  const rounds = both.map((value) => value.toFixed(2)).join(' ');
  const rate = `${medianFigure(perSecond).toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1)}  p99 ${p99.toFixed(1)} ms`;
  return `  ${name.padEnd(14)} ${ofServer} + ${ofPostgres} = ${ms} CPU ms (${rounds})  ${rate}`;
}

const OURS = join('apps', 'auth-server');
const OIDC = 'oidc-server';
const BARE = 'bare-token-server';

/** Tokens: this service beside oidc-provider with a row in Postgres, and an endpoint that does the least. */
export const tokens: Bench = {
  name: 'tokens',
  description:
    'client_credentials, refresh, introspect and validate beside oidc-provider and a bare endpoint',
  measuredBy: [
    'oidc-provider stores each token in a row of the same Postgres. The bare endpoint does the least: it commits each token by itself.',
    'Each server answers 20,000 requests first, then takes five rounds of 4 s in turn, over 16 connections or one.',
    'A figure is the processor time of the server and Postgres for one request, without what they use when nobody asks. Rates are not limited: one client introspects more than 3,000 times a minute.',
    '[ADR 25](adr/0025-a-cached-client.md) says which statements a token takes.',
  ],
  settings: { RATE_LIMITS: 'off' },
  async run(stack, print) {
    const secret = randomHex(40);
    const beside = async (name: string, file: string): Promise<string> => {
      const port = await freePort();
      const env = {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        DATABASE_URL: stack.ownerUrl,
        CLIENT_SECRET: secret,
        PORT: String(port),
      };
      await stack.runBeside({ name, script: peerScript(file), env }, port);
      return `http://127.0.0.1:${port}`;
    };
    const oidc = await beside('oidc-provider', OIDC);
    const bare = await beside('bare endpoint', BARE);
    const theirs = { client_id: 'bench', client_secret: secret };
    const grant = { grant_type: 'client_credentials' };
    const credentials = { client_id: 'acme-app', client_secret: 'acme-app-secret' };

    const createParty = (
      name: string,
      script: string,
      prepareRequest: () => Promise<RepeatedRequest> | RepeatedRequest,
    ): Contestant => ({
      name,
      script,
      prepareRequest: async () => prepareRequest(),
    });
    const issuing = [
      createParty('ours', OURS, () => ({
        url: `${stack.auth}/oauth/token`,
        form: { ...grant, ...credentials },
      })),
      createParty('oidc-provider', OIDC, () => ({ url: `${oidc}/token`, form: { ...grant, ...theirs } })),
      createParty('bare endpoint', BARE, () => ({ url: `${bare}/token`, form: { ...grant, ...theirs } })),
    ];
    const refreshing = [
      createParty('ours', OURS, () => prepareRefreshes(stack)),
      createParty('oidc-provider', OIDC, async () => ({
        url: `${oidc}/token`,
        form: {
          grant_type: 'refresh_token',
          refresh_token: await fetchText(`${oidc}/refresh-token`),
          ...theirs,
        },
        next: rotate,
      })),
    ];
    const introspecting = [
      createParty('ours', OURS, async () => ({
        url: `${stack.auth}/oauth/introspect`,
        form: { token: await stack.token(), ...credentials },
      })),
      createParty('oidc-provider', OIDC, async () => ({
        url: `${oidc}/token/introspection`,
        form: { token: await requestToken(`${oidc}/token`, { ...grant, ...theirs }), ...theirs },
      })),
    ];
    const validating = createParty('ours, validate', OURS, async () => ({
      url: `${stack.auth}/oauth/validate`,
      headers: { authorization: `Bearer ${await stack.token()}` },
    }));

    const rows: ResultRow[] = [];
    const compare = async (
      what: string,
      all: Contestant[],
      connections: number,
    ): Promise<ContestantMeasurement[]> => {
      print(
        `${what}, ${connections === 1 ? '1 connection' : `${connections} connections`}, medians of ${ROUNDS} rounds of ${SECONDS} s in turn; server + Postgres:`,
      );
      const measured = await contest(stack, all, connections);
      measured.forEach((one) => print(words(one)));
      return measured;
    };
    const row = (
      what: string,
      [ours, other]: ContestantMeasurement[],
      target = noTarget,
      against = other!.name,
    ): void => {
      const figures = { ours: medianFigure(ours!.both), theirs: medianFigure(other!.both) };
      rows.push(resultRow({ scenario: 'tokens', what, against, ...figures, unit: 'CPU ms', target }));
    };

    const [mine, library, least] = await compare('client_credentials', issuing, 16);
    row('client_credentials', [mine!, library!], ratioAtMost(1.1));
    row(
      'client_credentials, beside the least',
      [mine!, least!],
      noTarget,
      'a bare endpoint that commits each token by itself',
    );
    row('refresh with rotation', await compare('refresh with rotation', refreshing, 16), ratioAtMost(1));
    const looked = await compare('introspect; validate', [...introspecting, validating], 16);
    row('introspect', looked.slice(0, 2), ratioAtMost(0.9));
    row('validate', [looked[2]!, looked[1]!], ratioAtMost(0.2), 'introspection by oidc-provider');
    row(
      'client_credentials, 1 connection',
      await compare('client_credentials', issuing, 1),
      ratioAtMost(0.9),
    );
    row(
      'refresh with rotation, 1 connection',
      await compare('refresh with rotation', refreshing, 1),
      ratioAtMost(0.9),
    );
    return rows;
  },
};

/** The next request sends the successor. */
function rotate(answer: Record<string, unknown>, { form }: RepeatedRequest): void {
  form!['refresh_token'] = answer['refresh_token'] as string;
}

/** A separate login for each connection. */
async function prepareRefreshes(stack: BenchStack): Promise<RepeatedRequest> {
  const url = `${stack.auth}/oauth/token`;
  const client = { client_id: 'partner-app', client_secret: 'partner-app-secret' };
  const person = {
    username: 'admin@acme.example',
    password: 'Demo-pass-1234',
    portal_name: 'acme.learning.localhost',
  };
  const answer = await postForm(url, { grant_type: 'password', ...client, ...person });
  const form = { grant_type: 'refresh_token', refresh_token: answer['refresh_token'] as string, ...client };
  return { url, form, next: rotate };
}

async function postForm(url: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

const requestToken = async (url: string, form: Record<string, string>): Promise<string> =>
  (await postForm(url, form))['access_token'] as string;

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text();
