import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { AuditEntry, AuditOrigin } from '@app/access';
import { maxEntries, CLOCK, type Clock, LOGGER, type Logger, copyString } from '@app/kernel';
import { TaskRunner } from '@app/scheduled-tasks';
import { LRUCache } from 'lru-cache';
import { currentOrigin, toNetwork } from '@app/http';
import { AuditLog } from './audit-log.js';

const WINDOW_MS = 5 * 60_000;

/** Maximum characters of a client_id, as long as registered ones may be, and of a user agent. */
const CLIENT_ID_CHARACTERS = 100;
const USER_AGENT_CHARACTERS = 300;

/** How many rows refusals of one kind from the same source may write per window. */
const limits = { 'client and address': 10, address: 100, client: 1000 } as const;

interface Window {
  source: keyof typeof limits;
  endsAt: number;
  written: number;
  leftOut: number;
  /** The last refusal that was not written. */
  last: { origin: AuditOrigin; entry: AuditEntry } | undefined;
}

/**
 * Caps the rows that refusals of one client or network add to the audit log. In each five-minute window the first get a
 * row each, the rest one row with a count. Each process counts for itself. Source: decision oauth 6.5.
 */
@Injectable()
export class RefusalRecorder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #windows = new LRUCache<string, Window>({
    ...maxEntries(30_000),
    dispose: (window, _key, reason) => {
      if (reason === 'evict') void this.#close(window);
    },
  });
  readonly #task: TaskRunner;

  constructor(
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#task = new TaskRunner('write-refusal-counts', () => this.closeEnded(), logger);
  }

  onApplicationBootstrap(): void {
    this.#task.start(this.#task.everyMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#task.stop();
    await this.closeEnded(Infinity);
  }

  /**
   * Records a refusal, or only counts it when its window is full.
   * @param more looks up further details; called only for rows that are written
   */
  async refusal(entry: AuditEntry, more?: () => Promise<Partial<AuditEntry>>): Promise<void> {
    const now = this.clock.now().getTime();
    const origin = currentOrigin();
    const network = toNetwork(origin.ip);
    const client = toClientKey(entry);
    const budgets = [
      { source: 'client', key: `${entry.event} client ${client}` },
      { source: 'address', key: `${entry.event} address ${network}` },
      { source: 'client and address', key: `${entry.event} client and address ${network} ${client}` },
    ] as const;
    // look up all windows before adding any: once one is full, new networks or clients must not add further state
    const windows = budgets.map(({ key }) => this.#living(key, now));
    const full = windows.find((window) => window && window.written >= limits[window.source]);
    if (full) {
      full.leftOut += 1;
      full.last = shortenRefusal(origin, entry);
      return;
    }
    const allWindows = budgets.map(
      ({ source, key }, index) => windows[index] ?? this.#begin(source, key, now),
    );
    for (const window of allWindows) window.written += 1;
    await this.audit.refusal({ ...entry, ...(await more?.().catch(() => undefined)) }, origin);
  }

  /** Writes the counts of the windows that have ended by `now`, in milliseconds since 1970. */
  async closeEnded(now = this.clock.now().getTime()): Promise<void> {
    for (const [key, window] of [...this.#windows.entries()]) {
      if (window.endsAt > now) continue;
      this.#windows.delete(key);
      await this.#close(window);
    }
  }

  #living(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    if (!window || window.endsAt > now) return window;
    this.#windows.delete(key);
    void this.#close(window);
  }

  #begin(source: Window['source'], key: string, now: number): Window {
    const window: Window = { source, endsAt: now + WINDOW_MS, written: 0, leftOut: 0, last: undefined };
    this.#windows.set(key, window);
    return window;
  }

  async #close({ source, leftOut, last }: Window): Promise<void> {
    if (!last) return;
    const details = { ...last.entry.details, further: leftOut, of: source };
    await this.audit.refusal({ ...last.entry, details }, last.origin);
  }
}

/** All client ids that are too long share one key, so they cannot fill the memory. */
const toClientKey = ({ clientId }: AuditEntry): string =>
  clientId && clientId.length > CLIENT_ID_CHARACTERS ? 'too long' : (clientId ?? '');

const beginning = (text: string, characters: number): string => copyString(text.slice(0, characters));

/** The part of a refusal that is kept until its window ends. */
const shortenRefusal = (origin: AuditOrigin, entry: AuditEntry): Window['last'] => ({
  origin: { ...origin, userAgent: origin.userAgent && beginning(origin.userAgent, USER_AGENT_CHARACTERS) },
  entry: { ...entry, clientId: beginning(entry.clientId ?? '', CLIENT_ID_CHARACTERS) || null },
});
