import { Unavailable } from '@app/kernel';
import { ConnectionLimiter, type WorkResult, type ConnectionRequest } from './connection-limiter.js';
import { runInContext, type RequestContext } from '../transactions/request-context.js';

const size = 20;

/** Work that holds its connection until the test ends it. */
class HeldConnection {
  hasBegun = false;
  end!: (error?: Error) => void;
  readonly done: Promise<unknown>;

  constructor(
    limiter: ConnectionLimiter,
    want: Partial<ConnectionRequest>,
    caller?: RequestContext,
    workResult: WorkResult = 'answered',
  ) {
    const work = () =>
      new Promise<void>((resolve, reject) => {
        this.hasBegun = true;
        this.end = (error) => (error ? reject(error) : resolve());
      });
    const run = () => limiter.run({ kind: 'k', ...want }, work, () => workResult);
    this.done = (caller ? runInContext(caller, run) : run()).catch((error: unknown) => error);
  }
}

const caller = (portalId?: number): RequestContext => ({ operation: 'GET /x', portalId });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('ConnectionLimiter', () => {
  let limiter: ConnectionLimiter;
  let nowMs = 0;
  let all: HeldConnection[];
  beforeEach(() => {
    limiter = new ConnectionLimiter({ size, waitMs: 100, nowMs: () => nowMs });
    all = [];
  });
  afterEach(async () => {
    // waiting work begins when others end, and must end too
    let remaining = all.length;
    for (const heldLock of all) void heldLock.done.then(() => (remaining -= 1));
    while (remaining > 0) {
      for (const heldLock of all) if (heldLock.hasBegun) heldLock.end();
      await turn();
    }
  });

  const occupy = (
    want: Partial<ConnectionRequest> = {},
    context?: RequestContext,
    workResult?: WorkResult,
  ): HeldConnection => {
    const heldLock = new HeldConnection(limiter, want, context, workResult);
    all.push(heldLock);
    return heldLock;
  };
  const many = (count: number, make: (index: number) => HeldConnection): HeldConnection[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const begun = (connections: HeldConnection[]): number =>
    connections.filter(({ hasBegun }) => hasBegun).length;

  it.each<[string, number, (index: number) => HeldConnection]>([
    ['one kind of work: half', 10, (index) => occupy({ kind: 'one' }, caller(index))],
    ['one portal, any kind of work: half', 10, (index) => occupy({ kind: `k${index}` }, caller(7))],
    [
      'heavy reads of any kind and portal: two fifths',
      8,
      (index) => occupy({ kind: `k${index}`, heavy: 'reads' }, caller(index)),
    ],
    [
      'heavy reads of one portal: a quarter of those',
      2,
      (index) => occupy({ kind: `k${index}`, heavy: 'reads' }, caller(7)),
    ],
    [
      'heavy writes of any kind and portal: a fifth',
      4,
      (index) => occupy({ kind: `k${index}`, heavy: 'writes' }, caller(index)),
    ],
    [
      'heavy writes of one portal: a quarter of those',
      1,
      (index) => occupy({ kind: `k${index}`, heavy: 'writes' }, caller(7)),
    ],
    ['work outside requests: all', 20, () => occupy()],
  ])('%s', async (_, most, make) => {
    const heldConnections = many(30, make);
    await turn();
    expect(begun(heldConnections)).toBe(most);
    const other = occupy({ kind: 'other' }, caller(99));
    await turn();
    expect(other.hasBegun).toBe(most < size);
    // each one that ends lets another in, heavy writes after their rest
    heldConnections[0]!.end();
    while (begun(heldConnections) === most) await turn();
    await turn();
    expect(begun(heldConnections)).toBe(most + 1);
  });

  it.each([
    ['four times as long as they took', 20, 79],
    ['a second at most', 60_000, 999],
  ])('lets heavy writes rest %s', async (_, tookMs, restMs) => {
    limiter = new ConnectionLimiter({ size, waitMs: 60_000, nowMs: () => nowMs });
    const [first, second] = many(2, () => occupy({ heavy: 'writes' }, caller(7)));
    await turn();
    nowMs += tookMs;
    first!.end();
    await first!.done;
    const begin = performance.now();
    while (!second!.hasBegun) await turn();
    // a timer may fire a fraction of a millisecond early
    expect(performance.now() - begin).toBeGreaterThanOrEqual(restMs);
  });

  it('leaves connections free for a third portal beside two that have much to do', async () => {
    const writers = many(60, (index) => occupy({ kind: `k${index}` }, caller(index % 2)));
    await turn();
    // the first had half before the second came; from then on, each that ends goes where less is held
    for (const writer of writers.slice(0, 20)) {
      if (writer.hasBegun) writer.end();
      await turn();
    }
    const heldNumbers = [0, 1].map((portal) =>
      begun(writers.slice(20).filter((_, index) => index % 2 === portal)),
    );
    expect(heldNumbers.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(14);
    const third = occupy({ kind: 'other' }, caller(7));
    await turn();
    expect(third.hasBegun).toBe(true);
  });

  it('leaves places to wait in for a third portal', async () => {
    limiter = new ConnectionLimiter({ size: 2, waitMs: 60_000 });
    many(2, () => occupy());
    const waiting = many(400, (index) => occupy({ kind: 'flood' }, caller(index % 2)));
    expect(await waiting.at(-1)!.done).toBeInstanceOf(Unavailable);
    const other = occupy({ kind: 'other' }, caller(7));
    await turn();
    expect(limiter.waiting).toBeGreaterThan(60);
    all[0]!.end();
    all[1]!.end();
    await turn();
    await turn();
    expect(other.hasBegun).toBe(true);
  });

  it('refuses work of a request that has had its time with 503', async () => {
    const begun = await occupy({}, { ...caller(1), isOverdue: true }).done;
    expect(begun).toBeInstanceOf(Unavailable);
    expect(begun).toMatchObject({ cause: { message: 'GET /x has had its time' } });
  });

  it('refuses work that waits too long with 503 and Retry-After, and logs what was in the way', async () => {
    many(10, () => occupy({ kind: 'one' }, caller(1)));
    const refused = await occupy({ kind: 'one' }, caller(2)).done;
    expect(refused).toBeInstanceOf(Unavailable);
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.any(String) },
      cause: {
        message: expect.stringMatching(/within 100 ms: 10 of 20 connections are held, 10 by this kind/),
      },
    });
    expect((refused as Error).message).not.toMatch(/connection|held/);
  });

  it('tries a kind that failed at a lock one at a time until it is answered', async () => {
    const [first] = many(2, () => occupy({ kind: 'stuck' }, caller(1), 'locked out'));
    first!.end(new Error('lock'));
    await first!.done;
    all[1]!.end(new Error('lock'));
    await all[1]!.done;
    const next = many(3, () => occupy({ kind: 'stuck' }, caller(1)));
    await turn();
    expect(begun(next)).toBe(1);
    next[0]!.end();
    await turn();
    expect(begun(next)).toBe(3);
  });

  it('lets all kinds that failed like this hold a quarter between them', async () => {
    const kinds = Array.from({ length: 10 }, (_, index) => `stuck ${index}`);
    for (const kind of kinds) {
      const heldLock = occupy({ kind }, caller(1), 'locked out');
      heldLock.end(new Error('lock'));
      await heldLock.done;
    }
    const tried = kinds.map((kind, index) => occupy({ kind }, caller(index)));
    await turn();
    expect(begun(tried)).toBe(5);
  });

  it('lets waiting work take turns by kind and portal, however much one of them has sent', async () => {
    const busy = many(20, () => occupy());
    const flood = many(100, () => occupy({ kind: 'flood' }, caller(1)));
    const one = occupy({ kind: 'one' }, caller(2));
    await turn();
    busy[0]!.end();
    busy[1]!.end();
    await turn();
    expect([begun(flood), one.hasBegun]).toEqual([1, true]);
  });

  it('limits how many can wait, and makes locked-out kinds leave half of that to others', async () => {
    limiter = new ConnectionLimiter({ size: 2, waitMs: 60_000 });
    const failed = occupy({ kind: 'stuck' }, caller(1), 'locked out');
    failed.end(new Error('lock'));
    await failed.done;
    const stuck = many(60, () => occupy({ kind: 'stuck' }, caller(1)));
    expect(await stuck.at(-1)!.done).toBeInstanceOf(Unavailable);
    const otherConnections = many(120, (index) => occupy({ kind: `k${index}` }, caller(2)));
    expect(await otherConnections.at(-1)!.done).toBeInstanceOf(Unavailable);
    expect(otherConnections[0]!.hasBegun).toBe(true);
  });

  it('gives everybody a turn with a pool of one', async () => {
    limiter = new ConnectionLimiter({ size: 1, waitMs: 100 });
    const heldConnections = [occupy({ heavy: 'reads' }, caller(1)), occupy({}, caller(1)), occupy()];
    for (const one of heldConnections) {
      await turn();
      expect(one.hasBegun).toBe(true);
      one.end();
      await one.done;
    }
  });
});
