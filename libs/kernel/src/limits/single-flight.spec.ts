import { SingleFlight } from './single-flight.js';

describe('SingleFlight', () => {
  /** The runs that have begun, each of which the test ends. */
  let runs: { end: (result: string) => void; fail: (error: Error) => void }[];
  let work: SingleFlight<string>;
  beforeEach(() => {
    runs = [];
    work = new SingleFlight(() => new Promise((end, fail) => void runs.push({ end, fail })));
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('starts a run immediately if none is in progress', async () => {
    const first = work.join();
    expect([runs.length, work.isRunning]).toEqual([1, true]);
    runs[0]!.end('first');
    expect([await first, work.isRunning]).toEqual(['first', false]);
    const second = work.again();
    expect(runs.length).toBe(2);
    runs[1]!.end('second');
    expect(await second).toBe('second');
  });

  it('joins a run in progress, or returns the next one', async () => {
    const first = work.again();
    const [joined, next] = [work.join(), work.again()];
    await settle();
    expect(runs.length).toBe(1);
    runs[0]!.end('first');
    expect(await Promise.all([first, joined])).toEqual(['first', 'first']);
    await settle();
    expect(runs.length).toBe(2);
    runs[1]!.end('second');
    expect(await next).toBe('second');
    await settle();
    expect(runs.length).toBe(2);
  });

  it('returns the same promise of the same run to two calls during a run', async () => {
    const first = work.again();
    const next = work.again();
    expect(work.again()).toBe(next);
    expect(work.join()).toBe(first);
    runs[0]!.end('first');
    await settle();
    expect(runs.length).toBe(2);
    const third = work.again();
    runs[1]!.end('second');
    expect(await next).toBe('second');
    await settle();
    expect(runs.length).toBe(3);
    runs[2]!.end('third');
    expect(await third).toBe('third');
  });

  it('returns the second run to a call between two runs', async () => {
    const first = work.join();
    const between = first.then(() => work.again());
    const next = work.again();
    runs[0]!.end('first');
    await settle();
    expect(runs.length).toBe(2);
    runs[1]!.end('second');
    expect(await Promise.all([between, next])).toEqual(['second', 'second']);
    expect(runs.length).toBe(2);
  });

  it('begins the next run after a failure, which only the failed run’s callers see', async () => {
    const [first, joined, next] = [work.join(), work.join(), work.again()];
    runs[0]!.fail(new Error('no'));
    await expect(first).rejects.toThrow('no');
    await expect(joined).rejects.toThrow('no');
    await settle();
    runs[1]!.end('second');
    expect(await next).toBe('second');
  });

  it('stopped during a run, waits for it and starts no other', async () => {
    const first = work.again();
    const next = work.again();
    let isStopped = false;
    const stopping = work.stop().then(() => (isStopped = true));
    await settle();
    expect([isStopped, work.isStopped]).toEqual([false, true]);
    runs[0]!.end('first');
    await stopping;
    expect(await Promise.all([first, next, work.again()])).toEqual(['first', undefined, undefined]);
    expect(runs.length).toBe(1);
  });

  it('stopped during a run that fails, or without a run, resolves', async () => {
    const first = work.again();
    const stopping = work.stop();
    runs[0]!.fail(new Error('no'));
    await expect(first).rejects.toThrow('no');
    await stopping;
    await work.stop();
    expect(await work.again()).toBeUndefined();
  });
});
