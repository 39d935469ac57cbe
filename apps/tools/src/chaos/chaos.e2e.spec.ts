import { describeWithPgBouncer } from '@app/testing';
import { join } from 'node:path';
import { runChaos } from './chaos-run.js';

describe('a short npm run chaos', () => {
  it('keeps every promise while workers, Redis and Postgres are killed', async () => {
    const lines: string[] = [];
    const result = await runChaos({
      seed: 7,
      events: 400,
      rate: 50,
      workers: 2,
      disasters: 4,
      portals: [
        ['quick', 'slow', 'hangs', 'answers410', 'answers500'],
        ['quick', 'flaky', 'refuses', 'drops', 'answers429'],
      ],
      maxWaitMs: 60_000,
      workerScript: join(process.cwd(), 'dist', 'apps', 'webhook-worker', 'src', 'main.js'),
      say: (line) => lines.push(line),
    });
    expect(result).toMatchObject({ events: 400, missing: [], misdirected: [], disordered: [], gaps: [] });
    expect(Object.keys(result.disasters).sort()).toEqual([
      'postgres crashed',
      'redis flushed',
      'redis killed',
      'worker killed',
    ]);
    // in such a short run a crash weighs more than in the long one, which allows 1 %
    expect(result.repeats / result.expected).toBeLessThan(0.05);
  });

  it('keeps every promise while Redis behind sentinels changes its master', async () => {
    const result = await runChaos({
      seed: 8,
      events: 200,
      rate: 30,
      workers: 2,
      disasters: 2,
      sentinels: true,
      portals: [['quick', 'slow'], ['flaky']],
      maxWaitMs: 60_000,
      workerScript: join(process.cwd(), 'dist', 'apps', 'webhook-worker', 'src', 'main.js'),
      say: () => undefined,
    });
    expect(result).toMatchObject({ events: 200, missing: [], misdirected: [], disordered: [], gaps: [] });
    expect(Object.keys(result.disasters).sort()).toEqual(['redis failed over', 'redis killed']);
    expect(result.repeats / result.expected).toBeLessThan(0.05);
  });
});

describeWithPgBouncer('a short npm run chaos --pooler', () => {
  it('keeps every promise while the pooler, Postgres, Redis and workers are killed', async () => {
    const result = await runChaos({
      seed: 9,
      events: 300,
      rate: 40,
      workers: 2,
      disasters: 4,
      pooler: true,
      portals: [
        ['quick', 'slow', 'hangs'],
        ['quick', 'flaky', 'answers500'],
      ],
      maxWaitMs: 60_000,
      workerScript: join(process.cwd(), 'dist', 'apps', 'webhook-worker', 'src', 'main.js'),
      say: () => undefined,
    });
    expect(result).toMatchObject({ events: 300, missing: [], misdirected: [], disordered: [], gaps: [] });
    expect(Object.keys(result.disasters).sort()).toEqual([
      'pooler restarted',
      'postgres crashed',
      'redis killed',
      'worker killed',
    ]);
    expect(result.repeats / result.expected).toBeLessThan(0.05);
  });
});
