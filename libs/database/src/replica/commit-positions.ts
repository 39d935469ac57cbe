import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** A later position never gives way to an earlier one, of whichever process. */
const RECORD_SCRIPT = `
  local known = tonumber(redis.call('GET', KEYS[1]) or '-1')
  if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  else redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`;

/** Milliseconds that Redis may take. */
const PATIENCE_MS = 250;

interface Commands {
  recordPosition(key: string, position: string, ms: string): Promise<null>;
}

/** The portal that a write concerns, or every portal. */
export type AffectedPortal = number | 'everybody';

/**
 * The positions of the primary's log at which a portal's own writes are seen, of all processes. They are kept in Redis
 * for some seconds. Redis may lose what it was told. After a fail-over, a restart or a flush nothing is known
 * for as long as a position is kept. Nor by a process that has just started.
 */
export class CommitPositions {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #keptMs: number;
  readonly #doubtMs: number;
  #unsureUntil = 0;
  #mark: string | undefined;

  /**
   * @param keptMs longer than a standby may be behind and still answer: after that every standby contains the write
   * @param doubtMs for which a Redis is not believed that may have lost positions; tests shorten it
   */
  constructor(redis: Redis, prefix: string, keptMs: number, doubtMs = keptMs) {
    this.#redis = redis;
    this.#prefix = `${prefix}:replica`;
    this.#keptMs = keptMs;
    this.#doubtMs = doubtMs;
    this.#doubt(); // it may be another Redis than those who write have at this moment
    redis.defineCommand('recordPosition', { numberOfKeys: 1, lua: RECORD_SCRIPT });
    redis.on('ready', () => {
      this.#doubt();
      // a Redis without a mark is doubted from now on, not from the first read on
      void inTime(redis.get(this.#markKey)).then((mark) => mark && this.#compare(mark.value));
    });
  }

  /** @returns whether all other processes know it from now on */
  async record(affected: AffectedPortal, position: number): Promise<boolean> {
    const commands = this.#redis as unknown as Commands;
    const noted = commands.recordPosition(
      this.#formatKey(affected),
      position.toFixed(0),
      String(this.#keptMs),
    );
    return (await inTime(noted)) !== undefined;
  }

  /** The position that a read for the portal needs; undefined if it is not known, so that only the primary will do. */
  async requiredPosition(portalId: number): Promise<number | undefined> {
    // one round trip; no command has two keys, which might be on two nodes
    const answers = await inTime(
      Promise.all([
        this.#redis.get(this.#formatKey(portalId)),
        this.#redis.get(this.#formatKey('everybody')),
        this.#redis.get(this.#markKey),
      ]),
    );
    if (!answers) return undefined;
    const [ownPosition, common, mark] = answers.value;
    await this.#compare(mark);
    if (performance.now() < this.#unsureUntil) return undefined;
    return Math.max(Number(ownPosition ?? 0), Number(common ?? 0));
  }

  /** The mark stays as long as Redis keeps what it was told. */
  async #compare(mark: string | null): Promise<void> {
    if (mark !== null && mark === this.#mark) return;
    const isFirst = this.#mark === undefined;
    if (mark === null) {
      const ownMark = randomBytes(9).toString('base64url');
      await inTime(this.#redis.set(this.#markKey, ownMark, 'NX'));
      this.#doubt();
      return;
    }
    this.#mark = mark;
    if (!isFirst) this.#doubt();
  }

  #doubt(): void {
    this.#unsureUntil = performance.now() + this.#doubtMs;
  }

  get #markKey(): string {
    return `${this.#prefix}:mark`;
  }

  #formatKey(affected: AffectedPortal): string {
    return `${this.#prefix}:written:${affected}`;
  }
}

/** The answer, or undefined if Redis is away or too slow. */
async function inTime<T>(answer: Promise<T>): Promise<{ value: T } | undefined> {
  const answered = answer.then(
    (value) => ({ value }),
    () => undefined,
  );
  const timeout = new AbortController();
  try {
    const late = pause(PATIENCE_MS, undefined, { signal: timeout.signal }).catch(() => undefined);
    return await Promise.race([answered, late]);
  } finally {
    timeout.abort();
  }
}
