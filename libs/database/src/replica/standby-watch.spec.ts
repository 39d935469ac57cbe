import { PATIENCE_MS } from '@app/testing';
import { setTimeout as pause } from 'node:timers/promises';
import type { DedicatedConnection } from '../connections/dedicated-connection.js';
import { PrimaryHistory } from './primary-history.js';
import { StandbyWatch } from './standby-watch.js';

const history = { system: '7', timeline: 1 };

describe('PrimaryHistory', () => {
  it('tells how old the state of a standby is by when the log had got there', () => {
    const primaryHistory = new PrimaryHistory();
    expect(primaryHistory.lagMs(100, 0)).toBe(Number.POSITIVE_INFINITY);
    primaryHistory.add({ readAt: 1_000, written: 100, history });
    primaryHistory.add({ readAt: 2_000, written: 200, history });
    primaryHistory.add({ readAt: 3_000, written: 200, history });
    expect(primaryHistory.lagMs(99, 3_500)).toBe(Number.POSITIVE_INFINITY);
    expect(primaryHistory.lagMs(100, 3_500)).toBe(2_500);
    expect(primaryHistory.lagMs(199, 3_500)).toBe(2_500);
    expect(primaryHistory.lagMs(200, 3_500)).toBe(500); // idle: as new as the last question
  });

  it.each([
    ['a promotion', { readAt: 2, written: 500, history: { ...history, timeline: 2 } }],
    ['a restore', { readAt: 2, written: 40, history }],
  ])('forgets everything at %s', (_, sample) => {
    const primaryHistory = new PrimaryHistory();
    primaryHistory.add({ readAt: 1, written: 100, history });
    primaryHistory.add(sample);
    expect(primaryHistory.lagMs(sample.written - 1, 3)).toBe(Number.POSITIVE_INFINITY);
    expect(primaryHistory.lagMs(sample.written, 3)).toBe(1);
  });
});

describe('StandbyWatch', () => {
  const servers = {
    primary: { written: 100, timeline: 1, system: '7' } as Record<string, unknown>,
    standby: { replayed: 100, timeline: 1, system: '7' } as Record<string, unknown>,
  };
  const lookCounts = { primary: 0, standby: 0 };
  const answering = (name: keyof typeof servers) =>
    ({
      query: () => {
        lookCounts[name] += 1;
        return Promise.resolve({ rows: [{ ...servers[name] }] });
      },
      end: () => Promise.resolve(),
    }) as unknown as DedicatedConnection;
  let watch: StandbyWatch;

  beforeEach(() => {
    servers.primary = { written: 100, timeline: 1, system: '7' };
    servers.standby = { replayed: 100, timeline: 1, system: '7' };
    watch = new StandbyWatch(answering('primary'), answering('standby'), 60_000);
    watch.start();
  });
  afterEach(() => watch.end());

  async function becomes(unfit: StandbyWatch['unfit']): Promise<void> {
    for (const end = performance.now() + PATIENCE_MS; watch.unfit !== unfit; await pause(10))
      if (performance.now() > end) throw new Error(`${watch.unfit}, not ${unfit}`);
  }

  it('lets a standby answer that follows this primary', async () => {
    await becomes(undefined);
    expect(await watch.hasReplayed(100)).toBe(true);
    expect(await watch.hasReplayed(101)).toBe(false);
    servers.standby['replayed'] = 101;
    servers.primary['written'] = 101;
    expect(await watch.hasReplayed(101)).toBe(true);
  });

  it.each([
    ['of another cluster', { system: '8' }],
    ['that followed another promotion', { timeline: 2 }],
    ['that is ahead of its primary', { replayed: 1_000 }],
  ])('lets none answer %s, however far it is', async (_, state) => {
    await becomes(undefined);
    Object.assign(servers.standby, state);
    await becomes('other_history');
    expect(await watch.hasReplayed(50)).toBe(false);
    // and not either once the logs are equally long again
    servers.primary['written'] = 2_000;
    const before = lookCounts.primary;
    for (const end = performance.now() + PATIENCE_MS; lookCounts.primary < before + 2; await pause(10))
      if (performance.now() > end) throw new Error('the primary is not asked again');
    expect(watch.unfit).toBe('other_history');
  });

  it('lets none answer that is a primary itself, and gives up what waits for it', async () => {
    await becomes(undefined);
    const reading = watch.failWhenLost(new Promise(() => undefined));
    const refused = expect(reading).rejects.toThrow('gives no answer');
    servers.standby['replayed'] = null;
    await becomes('away');
    await refused;
  });

  it('trusts nothing once the primary cannot be asked', async () => {
    const short = new StandbyWatch(answering('primary'), answering('standby'), 200);
    short.start();
    for (const end = performance.now() + PATIENCE_MS; short.unfit !== undefined; await pause(5))
      if (performance.now() > end) throw new Error(`${short.unfit}`);
    servers.primary['written'] = null;
    for (const end = performance.now() + PATIENCE_MS; short.unfit !== 'lag'; await pause(5))
      if (performance.now() > end) throw new Error(`${short.unfit}`);
    await short.end();
  });
});
