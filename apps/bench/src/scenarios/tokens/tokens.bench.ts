import { randomHex } from '@app/kernel';
import type { Bench } from '../../bench.js';
import { withBenchStack, type BenchStack } from '../../bench-stack.js';
import { measureInTurn, type Measured, type Party } from '../../load/in-turn.js';
import { postForm, requestToken } from '../../load/post.js';
import type { RepeatedRequest } from '../../load/run-load.js';
import { startPeer } from '../../peers/start-peer.js';
import { medianFigure } from '../../report/figures.js';
import { noTarget, ratioAtMost, resultRow, type ResultRow } from '../../report/result.js';

const OURS = 'auth-server';
const OIDC = 'oidc-server';

/** One server with one kind of request. */
interface Contestant {
  name: string;
  program: string;
  prepareRequest: () => Promise<RepeatedRequest> | RepeatedRequest;
}

/** Compares issuing tokens with oidc-provider on a Postgres adapter. */
export const tokens: Bench = {
  name: 'tokens',
  description: 'client_credentials, refresh, introspect and validate, compared with oidc-provider',
  measuredBy: [
    'oidc-provider stores each token in a row of the same Postgres.',
    'Each server answers 20,000 requests first, then takes five rounds of 4 s in turn, over 16 connections or one.',
    'A figure is the processor time of the server and Postgres for one request, minus their use without requests. Rates are not limited: one client introspects more than 3,000 times a minute.',
    '[ADR 25](adr/0025-a-cached-client.md) says which statements a token takes.',
  ],
  run: (print) => withBenchStack((stack) => measure(stack, print), { RATE_LIMITS: 'off' }),
};

async function measure(stack: BenchStack, print: (line: string) => void): Promise<ResultRow[]> {
  const secret = randomHex(40);
  const oidc = await startPeer(stack, OIDC, { DATABASE_URL: stack.ownerUrl, CLIENT_SECRET: secret });
  const theirs = { client_id: 'bench', client_secret: secret };
  const grant = { grant_type: 'client_credentials' };
  const credentials = { client_id: 'acme-app', client_secret: 'acme-app-secret' };

  const createOurs = (prepareRequest: Contestant['prepareRequest'], name = 'ours'): Contestant => ({
    name,
    program: OURS,
    prepareRequest,
  });
  const createTheirs = (prepareRequest: Contestant['prepareRequest']): Contestant => ({
    name: 'oidc-provider',
    program: OIDC,
    prepareRequest,
  });
  const issuing = [
    createOurs(() => ({ url: `${stack.auth}/oauth/token`, form: { ...grant, ...credentials } })),
    createTheirs(() => ({ url: `${oidc}/token`, form: { ...grant, ...theirs } })),
  ];
  const refreshing = [
    createOurs(() => prepareRefreshes(stack)),
    createTheirs(async () => ({
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
    createOurs(async () => ({
      url: `${stack.auth}/oauth/introspect`,
      form: { token: await stack.token(), ...credentials },
    })),
    createTheirs(async () => ({
      url: `${oidc}/token/introspection`,
      form: { token: await requestToken(`${oidc}/token`, theirs), ...theirs },
    })),
  ];
  const validating = createOurs(
    async () => ({
      url: `${stack.auth}/oauth/validate`,
      headers: { authorization: `Bearer ${await stack.token()}` },
    }),
    'ours, validate',
  );

  const rows: ResultRow[] = [];
  const compare = async (what: string, all: Contestant[], connections: number): Promise<Measured[]> => {
    const parties: Party[] = [];
    for (const { prepareRequest, ...party } of all) {
      const requests: RepeatedRequest[] = [];
      // one after the other, because each login hashes a password
      while (requests.length < connections) requests.push(await prepareRequest());
      parties.push({ ...party, requests });
    }
    return measureInTurn(stack, what, parties, print);
  };
  const row = (
    what: string,
    [ours, other]: Measured[],
    target = noTarget,
    against = 'oidc-provider',
  ): void => {
    const figures = { ours: medianFigure(ours!.both), theirs: medianFigure(other!.both) };
    rows.push(resultRow({ scenario: 'tokens', what, against, ...figures, unit: 'CPU ms', target }));
  };

  row('client_credentials', await compare('client_credentials', issuing, 16), ratioAtMost(1.1));
  row('refresh with rotation', await compare('refresh with rotation', refreshing, 16), ratioAtMost(1));
  const looked = await compare('introspect; validate', [...introspecting, validating], 16);
  row('introspect', looked.slice(0, 2), ratioAtMost(0.9));
  row('validate', [looked[2]!, looked[1]!], ratioAtMost(0.2), 'introspection by oidc-provider');
  row('client_credentials, 1 connection', await compare('client_credentials', issuing, 1), ratioAtMost(0.9));
  row(
    'refresh with rotation, 1 connection',
    await compare('refresh with rotation', refreshing, 1),
    ratioAtMost(0.9),
  );
  return rows;
}

/** The next request sends the successor of the refresh token. */
function rotate(answer: string, { form }: RepeatedRequest): void {
  form!['refresh_token'] = (JSON.parse(answer) as { refresh_token: string }).refresh_token;
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

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text();
