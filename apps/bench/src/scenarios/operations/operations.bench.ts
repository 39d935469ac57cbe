import { EXPENSIVE_TEXT } from '@app/http';
import type { Bench } from '../../bench.js';
import { withBenchStack, type BenchStack } from '../../bench-stack.js';
import { withBenchDatabase } from '../../load/bench-database.js';
import { CpuTime } from '../../load/cpu-time.js';
import { post } from '../../load/post.js';
import { runLoad, type RepeatedRequest } from '../../load/run-load.js';
import { noTarget, ratioAtMost, resultRow, type ResultRow, type Target } from '../../report/result.js';
import { addPeople } from '../reads/reads.queries.js';
import { fillPortal } from './operations.queries.js';
import { findBody } from './writes.js';

/** Requests until the code is compiled; for an export of 50 ms the seconds are what ends it. */
const WARM_UP = { seconds: 8, amount: 5_000 };
const SECONDS = 3;
/** Each creates something, of which a portal may have only so many: 200 login links of a person in an hour. */
const WRITES = 100;
/** An operation that costs more must be declared expensive. */
const MAX_RATIO = 5;
/** A longer answer is read and written under the limit `large_json`. */
const LARGE_ANSWER_BYTES = 131_072;
/** Lists with long pages, which a portal's share of the connections for heavy work bounds (decision platform 3.10). */
const longPages = new Set(['/v2/enrollments', '/v2/learning-objects']);
const REFERENCE = '/v2/me';
const WEBHOOKS = 3;

/** Members of the OpenAPI document that this benchmark reads. */
interface Parameter {
  name: string;
  required?: boolean;
  schema?: { maximum?: number; description?: string };
}
interface DocumentedOperation {
  description?: string;
  parameters?: Parameter[];
}
interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
}

export const operations: Bench = {
  name: 'operations',
  description: 'processor time of the resource API’s operations, as a multiple of `GET /v2/me`',
  measuredBy: [
    'The portal has a thousand people, five thousand enrollments, as many entries in the audit log and deliveries of each of three webhooks, and a count in every hour of a month.',
    'The list of operations is the OpenAPI document. Each GET requests its largest page or longest series, without pause over one connection, after up to 5,000 requests of the same. The figure is the processor time of the server alone.',
    `A GET that costs more than ${MAX_RATIO} times as much as \`GET /v2/me\` must be declared \`isExpensive\`. There is no bar for those, for answers above 128 KiB, which pass the limit \`large_json\`, and for the pages of learning objects and enrollments, which the share of the connections for heavy work bounds.`,
    'A write changes or creates something each time. It has no bar, because the requests of a portal that write at the same time are bounded by its share of the connections. The run prints the operations that it leaves out: deletions, uploads, payments, and what works as another does.',
  ],
  run: (print) => withBenchStack((stack) => measure(stack, print)),
};

async function measure(stack: BenchStack, print: (line: string) => void): Promise<ResultRow[]> {
  const headers = { authorization: `Bearer ${await stack.token()}` };
  await withBenchDatabase(stack.ownerUrl, addPeople);
  for (let number = 0; number < WEBHOOKS; number += 1)
    await post(`${stack.api}/v2/webhooks`, {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `https://receiver.example/${number}` }),
    });
  await withBenchDatabase(stack.ownerUrl, (database) => fillPortal(database, 1));
  const cpu = await CpuTime.of(stack.ownerUrl);
  const { paths } = await getJson<Document>(`${stack.api}/docs-json`);
  const measureOne = async (request: RepeatedRequest, bound: { seconds: number } | { amount: number }) => {
    const repeated = { headers, ...request };
    await runLoad([repeated], 'amount' in bound ? bound : WARM_UP);
    const { server, result } = await cpu.during([stack.getPid('resource-api')], () =>
      runLoad([repeated], bound),
    );
    return server / result.requests;
  };
  const referenceRequest = { url: `${stack.api}${REFERENCE}` };
  await measureOne(referenceRequest, { seconds: WARM_UP.seconds });
  const reference = await measureOne(referenceRequest, { seconds: SECONDS });
  const rows: ResultRow[] = [];
  const add = (name: string, ours: number, target: Target) => {
    print(`${name.padEnd(60)} ${ours.toFixed(2)} ms, ${(ours / reference).toFixed(1)} times ${REFERENCE}`);
    const compared = { against: `GET ${REFERENCE}`, ours, theirs: reference };
    rows.push(resultRow({ scenario: 'operations', what: name, ...compared, unit: 'CPU ms', target }));
  };
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const isRead = ({ method }: { method: string }) => method === 'get';
  for (const { path, operation } of all.filter(isRead)) {
    const url = `${await resolvePath(stack.api, path, headers)}?${createQuery(operation)}`;
    const isExpensive = operation.description?.includes(EXPENSIVE_TEXT);
    let size = 0;
    const next = (answer: string) => {
      size = Buffer.byteLength(answer);
    };
    const ours = await measureOne({ url, next }, { seconds: SECONDS });
    const isBounded = isExpensive || longPages.has(path) || size > LARGE_ANSWER_BYTES;
    add(`GET ${path}`, ours, isBounded ? noTarget : ratioAtMost(MAX_RATIO));
  }
  for (const { path, method } of all.filter((operation) => !isRead(operation))) {
    const name = `${method.toUpperCase()} ${path}`;
    const createBody = findBody(name);
    if (!createBody) {
      print(`${name}: left out`);
      continue;
    }
    const url = await resolvePath(stack.api, path, headers);
    let count = 0;
    const next = (_: string, repeated: RepeatedRequest) => {
      repeated.json = createBody((count += 1));
    };
    const request = { url, method: method.toUpperCase() as 'POST', json: createBody(0), next };
    add(name, await measureOne(request, { amount: WRITES }), noTarget);
  }
  return rows;
}

/**
 * The path with the id of the first hit of its list for each parameter.
 * @throws Error without a hit
 */
async function resolvePath(api: string, path: string, headers: Record<string, string>): Promise<string> {
  let url = api;
  for (const part of path.split('/').slice(1)) {
    if (!part.startsWith('{')) url += `/${part}`;
    else {
      const { hits } = await getJson<{ hits: { id: number }[] }>(url, headers);
      if (!hits[0]) throw new Error(`${url} lists nothing`);
      url += `/${hits[0].id}`;
    }
  }
  return url;
}

/** Requests the largest answer: the longest page, all includes and facets, a month of hours. */
function createQuery({ parameters = [] }: DocumentedOperation): string {
  const now = Math.floor(Date.now() / 1000);
  const values = (schema: Parameter['schema']): Record<string, string> => ({
    limit: String(schema?.maximum),
    include: listNamedValues(schema).join(),
    facets: listNamedValues(schema).join(),
    premium: 'true',
    min_enrollment_count: '1',
  });
  const series: Record<string, string> = { from: String(now - 31 * 86_400), to: String(now) };
  const pairs = parameters.flatMap(({ name, required, schema }): [string, string][] => {
    const value = values(schema)[name] ?? (required ? series[name] : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return new URLSearchParams(pairs).toString();
}

/** The values that a description names: "`lo` includes the learning object". */
const listNamedValues = (schema: Parameter['schema']): string[] =>
  [...(schema?.description ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name!);

async function getJson<T>(url: string, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
