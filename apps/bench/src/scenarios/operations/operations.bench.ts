import { EXPENSIVE_TEXT } from '@app/http';
import type { Bench } from '../../bench.js';
import { withBenchStack, type BenchStack } from '../../bench-stack.js';
import { withBenchDatabase } from '../../load/bench-database.js';
import { CpuTime } from '../../load/cpu-time.js';
import { post } from '../../load/post.js';
import { runLoad } from '../../load/run-load.js';
import { noTarget, ratioAtMost, resultRow, type ResultRow } from '../../report/result.js';
import { addPeople } from '../reads/reads.queries.js';
import { fillPortal } from './operations.queries.js';

const WARM_UP = { seconds: 5, amount: 100 };
const SECONDS = 2;
/** An operation that costs more must be declared expensive. */
const MAX_RATIO = 5;
const REFERENCE = '/v2/me';
const WEBHOOKS = 3;

/** Members of the OpenAPI document that this benchmark reads. */
interface Parameter {
  name: string;
  required?: boolean;
  schema?: { maximum?: number; items?: { enum?: string[] } };
}
interface DocumentedOperation {
  description?: string;
  parameters?: Parameter[];
}
interface Document {
  paths: Record<string, { get?: DocumentedOperation }>;
}

export const operations: Bench = {
  name: 'operations',
  description: 'processor time of every GET operation of the resource API, as a multiple of `GET /v2/me`',
  measuredBy: [
    'The portal has a thousand people, five thousand enrollments, as many entries in the audit log and deliveries of each of three webhooks, and a count in every hour of a month.',
    'The list of operations is the OpenAPI document; each is asked for its largest page or longest series, without pause over one connection. The figure is the processor time of the server alone.',
    `An operation that costs more than ${MAX_RATIO} times as much as \`GET /v2/me\` must be declared \`isExpensive\`; for those there is no bar.`,
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
  const measureOne = async (path: string, operation: DocumentedOperation) => {
    const url = `${await resolvePath(stack.api, path, headers)}?${createQuery(operation)}`;
    await runLoad([{ url, headers }], WARM_UP);
    const { server, result } = await cpu.during([stack.getPid('resource-api')], () =>
      runLoad([{ url, headers }], { seconds: SECONDS }),
    );
    return server / result.requests;
  };
  const reference = await measureOne(REFERENCE, {});
  const rows: ResultRow[] = [];
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get) continue;
    const ours = await measureOne(path, get);
    const isExpensive = get.description?.includes(EXPENSIVE_TEXT);
    print(`${path.padEnd(60)} ${ours.toFixed(2)} ms, ${(ours / reference).toFixed(1)} times ${REFERENCE}`);
    rows.push(
      resultRow({
        scenario: 'operations',
        what: `GET ${path}`,
        against: `GET ${REFERENCE}`,
        ours,
        theirs: reference,
        unit: 'CPU ms',
        target: isExpensive ? noTarget : ratioAtMost(MAX_RATIO),
      }),
    );
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

/** Requests the largest answer: the longest page, all includes, a month of hours. */
function createQuery({ parameters = [] }: DocumentedOperation): string {
  const now = Math.floor(Date.now() / 1000);
  const values = (schema: Parameter['schema']): Record<string, string> => ({
    limit: String(schema?.maximum),
    include: (schema?.items?.enum ?? []).join(),
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

async function getJson<T>(url: string, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
