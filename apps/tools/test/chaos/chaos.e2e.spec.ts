import { describeWithPgBouncer } from '@app/testing';
import { runChaos, type ChaosOptions } from './chaos-run.js';

/** After so few events a crash weighs more than in a day of deliveries. */
const MAX_REPEATED_SHARE = 0.05;

async function expectAllToArrive(options: ChaosOptions): Promise<void> {
  const result = await runChaos(options);
  const nothingWrong = { missing: [], misdirected: [], disordered: [], gaps: [] };
  expect(result).toMatchObject({ events: options.events, ...nothingWrong });
  expect(result.repeats / result.expected).toBeLessThan(MAX_REPEATED_SHARE);
}

describe('deliveries arrive once and in order', () => {
  it('while workers, Redis and Postgres are killed', async () => {
    await expectAllToArrive({
      seed: 7,
      events: 400,
      rate: 50,
      disasters: ['worker killed', 'redis killed', 'postgres crashed', 'redis flushed'],
      portals: [
        ['quick', 'slow', 'hangs', 'answers410', 'answers500'],
        ['quick', 'flaky', 'refuses', 'drops', 'answers429'],
      ],
    });
  });

  it('while Redis behind sentinels changes its master', async () => {
    await expectAllToArrive({
      seed: 8,
      events: 200,
      rate: 30,
      sentinels: true,
      disasters: ['redis failed over', 'redis killed'],
      portals: [['quick', 'slow'], ['flaky']],
    });
  });
});

describeWithPgBouncer('deliveries through PgBouncer arrive once and in order', () => {
  it('while the pooler, Postgres, Redis and workers are killed', async () => {
    await expectAllToArrive({
      seed: 9,
      events: 300,
      rate: 40,
      pooler: true,
      disasters: ['pooler restarted', 'postgres crashed', 'worker killed', 'redis killed'],
      portals: [
        ['quick', 'slow', 'hangs'],
        ['quick', 'flaky', 'answers500'],
      ],
    });
  });
});
