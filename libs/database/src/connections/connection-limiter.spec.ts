import { Unavailable } from '@app/kernel';
import { ConnectionLimiter, type ConnectionRequest } from './connection-limiter.js';
import { runInContext, type RequestContext } from '../transactions/request-context.js';

const size = 20;

/** Work that holds its connection until the test ends it. */
class HeldConnection {
  hasBegun = false;
  end!: (error?: Error) => void;
  readonly done: Promise<unknown>;

  constructor(limiter: ConnectionLimiter, want: Partial<ConnectionRequest>, caller?: RequestContext) {
    const work = () =>
      new Promise<void>((resolve, reject) => {
        this.hasBegun = true;
        this.end = (error) => (error ? reject(error) : resolve());
      });
    const run = () => limiter.run({ kind: 'k', ...want }, work);
    this.done = (caller ? runInContext(caller, run) : run()).catch((error: unknown) => error);
  }
}

const caller = (portalId?: number): RequestContext => ({ operation: 'GET /x', portalId });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('ConnectionLimiter', () => {
  let limiter: ConnectionLimiter;
  let all: HeldConnection[];
  beforeEach(() => {
    limiter = new ConnectionLimiter({ size, waitMs: 100 });
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

  const occupy = (want: Partial<ConnectionRequest> = {}, context?: RequestContext): HeldConnection => {
    const heldLock = new HeldConnection(limiter, want, context);
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
      'heavy work of any kind and portal: a fifth',
      4,
      (index) => occupy({ kind: `k${index}`, isHeavy: true }, caller(index)),
    ],
    [
      'heavy work of one portal: half of those',
      2,
      (index) => occupy({ kind: `k${index}`, isHeavy: true }, caller(7)),
    ],
    ['work outside requests: all', 20, () => occupy()],
  ])('%s', async (_, most, make) => {
    const heldConnections = many(30, make);
    await turn();
    expect(begun(heldConnections)).toBe(most);
    const other = occupy({ kind: 'other' }, caller(99));
    await turn();
    expect(other.hasBegun).toBe(most < size);
    // each one that ends lets another in
    heldConnections[0]!.end();
    while (begun(heldConnections) === most) await turn();
    await turn();
    expect(begun(heldConnections)).toBe(most + 1);
  });

  it('leaves connections free for a third portal while two others are busy', async () => {
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

  it('leaves a position in the queue for a third portal', async () => {
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

  it('refuses work of a request that has taken too long with 503', async () => {
    const begun = await occupy({}, { ...caller(1), isOverdue: true }).done;
    expect(begun).toBeInstanceOf(Unavailable);
    expect(begun).toMatchObject({ cause: { message: 'GET /x has taken too long' } });
  });

  it('refuses work that waits too long with 503 and Retry-After, and logs the holders of the connections', async () => {
    many(10, () => occupy({ kind: 'one' }, caller(1)));
    const refused = await occupy({ kind: 'one' }, caller(2)).done;
    expect(refused).toBeInstanceOf(Unavailable);
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.any(String) },
      cause: {
        message: expect.stringMatching(/in time: 10 connections are held, 0 by this portal, 10 by this kind/),
      },
    });
    expect((refused as Error).message).not.toMatch(/connection|held/);
  });

  describe('while kinds of many portals fail at the lock of a table', () => {
    const kinds = Array.from({ length: 10 }, (_, index) => `locked ${index}`);
    const lockError = Object.assign(new Error('lock'), { code: '55P03' });
    const occupyLocked = (kind: string) => occupy({ kind, isHeavy: true }, caller(kinds.indexOf(kind)));
    /** Lets each of the kinds fail once. */
    const failOnce = async () => {
      for (const kind of kinds) {
        const first = occupyLocked(kind);
        await turn();
        first.end(lockError);
        await first.done;
      }
    };

    it('makes these kinds share a tenth, so that heavy work of others gets its share', async () => {
      await failOnce();
      const next = kinds.map(occupyLocked);
      await turn();
      expect(begun(next)).toBe(2);
      const other = occupy({ kind: 'other', isHeavy: true }, caller(99));
      await turn();
      expect(other.hasBegun).toBe(true);
    });

    it('allows a kind more again once one of its attempts is answered', async () => {
      await failOnce();
      const first = occupyLocked(kinds[0]!);
      await turn();
      first.end();
      await first.done;
      const next = many(3, (index) => occupy({ kind: kinds[0]! }, caller(index)));
      await turn();
      expect(begun(next)).toBe(3);
    });

    it('includes requests of such a kind that already wait', async () => {
      const flood = many(60, (index) => occupy({ kind: kinds[0]! }, caller(index % 8)));
      await turn();
      const first = flood.filter(({ hasBegun }) => hasBegun);
      for (const one of first) one.end(lockError);
      await Promise.all(first.map(({ done }) => done));
      await turn();
      expect([first.length, begun(flood)]).toEqual([10, 11]);
    });
  });

  it('admits waiting work of kinds and portals in turn, however much one of them has sent', async () => {
    const busy = many(20, () => occupy());
    const flood = many(100, () => occupy({ kind: 'flood' }, caller(1)));
    const one = occupy({ kind: 'one' }, caller(2));
    await turn();
    busy[0]!.end();
    busy[1]!.end();
    await turn();
    expect([begun(flood), one.hasBegun]).toEqual([1, true]);
  });

  it('limits how many requests wait', async () => {
    limiter = new ConnectionLimiter({ size: 2, waitMs: 60_000 });
    many(2, () => occupy());
    const waiting = many(110, (index) => occupy({ kind: `k${index}` }, caller(2)));
    expect(await waiting.at(-1)!.done).toBeInstanceOf(Unavailable);
    expect(limiter.waiting).toBe(50);
  });

  it('serves every request with a pool size of one', async () => {
    limiter = new ConnectionLimiter({ size: 1, waitMs: 100 });
    const heldConnections = [occupy({ isHeavy: true }, caller(1)), occupy({}, caller(1)), occupy()];
    for (const one of heldConnections) {
      await turn();
      expect(one.hasBegun).toBe(true);
      one.end();
      await one.done;
    }
  });
});
