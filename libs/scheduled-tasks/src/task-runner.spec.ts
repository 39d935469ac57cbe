import { DatabaseUnavailable } from '@app/database';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { metrics } from '@app/metrics';
import { TaskRunner } from './task-runner.js';

const name = 'remove-expired-rows';

describe('a scheduled task', () => {
  const newLogger = () => ({ info: jest.fn(), warn: jest.fn(), error: jest.fn() });
  let logger = newLogger();
  let runner: TaskRunner | undefined;
  const started = (work: () => Promise<number | void>, inMs?: number) => {
    runner = new TaskRunner(name, work, logger as never, 1_000);
    runner.start(inMs);
    return runner;
  };
  const failures = async () =>
    (await metrics.scheduled_task_failures_total.get()).values.find(({ labels }) => labels.task === name)
      ?.value;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    logger = newLogger();
    metrics.scheduled_task_failures_total.reset();
  });
  afterEach(async () => {
    await runner?.stop();
    mock.timers.reset();
    jest.restoreAllMocks();
  });
  let now = 0;
  /** Advances the clock by this much, and runs what becomes due. */
  async function pass(ms: number): Promise<void> {
    for (let remaining = ms; remaining >= 0; remaining -= 500) {
      const step = Math.min(500, remaining);
      now += step;
      mock.timers.tick(step);
      await turn();
    }
  }

  it('runs at its start, and again an interval after it has ended', async () => {
    const work = jest.fn(() => Promise.resolve());
    started(work);
    await pass(0);
    expect(work).toHaveBeenCalledTimes(1);
    await pass(999);
    expect(work).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('can start later, and choose its next run', async () => {
    const work = jest.fn(() => Promise.resolve(10));
    started(work, 500);
    await pass(499);
    expect(work).not.toHaveBeenCalled();
    await pass(1);
    await pass(10);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('never overlaps itself: calls during a run cause one more run afterwards', async () => {
    const ends: (() => void)[] = [];
    let atOnce = 0;
    let most = 0;
    const work = jest.fn(async () => {
      most = Math.max(most, (atOnce += 1));
      await new Promise<void>((resolve) => ends.push(resolve));
      atOnce -= 1;
    });
    const task = started(work);
    await pass(0);
    const woken = [task.wake(), task.wake(), task.wake()];
    await pass(5_000);
    expect(work).toHaveBeenCalledTimes(1);
    ends[0]!();
    await pass(0);
    expect(work).toHaveBeenCalledTimes(2);
    ends[1]!();
    await Promise.all(woken);
    expect([work.mock.calls.length, most]).toEqual([2, 1]);
    await pass(1_000);
    expect(work).toHaveBeenCalledTimes(3);
    ends[2]!();
  });

  it('continues after a failure, which is counted by name, and logged at first and once a minute', async () => {
    const cause = new Error('no');
    const work = jest.fn(() => Promise.reject(cause));
    started(work);
    await pass(59_500);
    expect(work).toHaveBeenCalledTimes(60);
    expect(await failures()).toBe(60);
    expect(logger.error.mock.calls).toEqual([
      [{ err: cause, task: name, failures: 1 }, 'a scheduled task failed'],
    ]);
    await pass(1_000);
    expect(logger.error).toHaveBeenCalledTimes(2);
    work.mockResolvedValue(undefined as never);
    await pass(1_000);
    expect(logger.info).toHaveBeenCalledWith({ task: name, failures: 61 }, 'a scheduled task works again');
    work.mockRejectedValueOnce(cause);
    await pass(2_000);
    expect(logger.error).toHaveBeenLastCalledWith(
      { err: cause, task: name, failures: 1 },
      'a scheduled task failed',
    );
  });

  it('only warns when Postgres is down', async () => {
    started(() => Promise.reject(Object.create(DatabaseUnavailable.prototype) as DatabaseUnavailable));
    await pass(0);
    expect([logger.warn.mock.calls.length, logger.error.mock.calls.length]).toEqual([1, 0]);
  });

  it('ends with the application, which waits for a run in progress', async () => {
    let end = () => undefined as void;
    let isDone = false;
    const work = jest.fn(async () => {
      await new Promise<void>((resolve) => (end = resolve));
      isDone = true;
    });
    const task = started(work);
    await pass(0);
    const stopped = task.stop().then(() => isDone);
    end();
    expect(await stopped).toBe(true);
    await task.wake();
    await pass(10_000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
