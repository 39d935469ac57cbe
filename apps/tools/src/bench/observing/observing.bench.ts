import { freePort } from '@app/local-services';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Bench } from '../bench.js';
import type { BenchStack } from '../bench-stack.js';
import { load } from '../load.js';
import { noTarget, ratioAtMost, resultRow } from '../result.js';

const ROUNDS = 6;
const SECONDS = 4;
/** How many times dearer metrics may make a request. */
const WANTED = 1.05;

interface Variant {
  name: string;
  url: string;
  metricsUrl: string;
  /** Microseconds of processor time for a request, by rounds. */
  costs: number[];
}

/** What it costs a request to be measured and traced: processor time of the resource API in four ways. */
export const observing: Bench = {
  name: 'observing',
  description: 'processor time of a request without metrics, with them, and with traces',
  async run(stack, print) {
    const sink = createServer((request, response) => request.resume().on('end', () => response.end()));
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
    const unmeasured = { NODE_OPTIONS: `--require ${join(__dirname, 'unmeasured.js')}` };
    const some = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.01' };
    const variants = [
      await start(stack, 'no metrics', unmeasured),
      await start(stack, 'metrics', {}),
      await start(stack, 'and traces of 1 %', some),
      await start(stack, 'and all traces', { OTEL_EXPORTER_OTLP_ENDPOINT }),
    ];
    const authorization = `Bearer ${await stack.token()}`;
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const one of variants) {
        const before = await cpuSeconds(one);
        const { requestsPerSecond } = await load({
          url: `${one.url}/v2/users/1`,
          headers: { authorization },
          seconds: SECONDS,
        });
        const used = (await cpuSeconds(one)) - before;
        // the first round warms up
        if (round > 0) one.costs.push((used * 1_000_000) / (requestsPerSecond * SECONDS));
      }
    }
    sink.close();
    sink.closeAllConnections();
    const medians = variants.map(({ costs }) => costs.toSorted((a, b) => a - b)[costs.length >> 1]!);
    print(
      `GET /v2/users/{user-id}, ${ROUNDS} rounds of ${SECONDS} s each in turn, processor time of a request:`,
    );
    variants.forEach(({ name, costs }, at) => {
      const all = costs.map((cost) => cost.toFixed(0)).join(' ');
      print(`  ${name.padEnd(18)} ${medians[at]!.toFixed(1).padStart(6)} µs  (${all})`);
    });
    return variants.slice(1).map(({ name }, at) =>
      resultRow({
        scenario: 'observing',
        what: name,
        against: variants[0]!.name,
        ours: medians[at + 1]!,
        theirs: medians[0]!,
        unit: 'CPU µs a request',
        target: at === 0 ? ratioAtMost(WANTED) : noTarget,
      }),
    );
  },
};

async function start(stack: BenchStack, name: string, env: Record<string, string>): Promise<Variant> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
  await stack.runBeside(
    { ...stack.apiProgram, name, env: { ...stack.apiProgram.env, ...ports, ...env } },
    port,
  );
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    costs: [],
  };
}

async function cpuSeconds({ metricsUrl }: Variant): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}
