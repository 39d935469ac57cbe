import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Actor } from '@app/access';
import { CLOCK, LOGGER, type Clock, type Logger, type Problem } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { ApiErrorsQueries, type ApiErrorEntry } from './api-errors.queries.js';

/** Milliseconds until recorded errors are stored. */
const DELAY_MS = 2_000;
/** Entries that wait; of one portal, a tenth of them. */
const MAX_WAITING = 1_000;
const MAX_WAITING_OF_A_PORTAL = 100;
const MAX_FIELDS = 10;
/** A field's name. A key that the caller has made up may be anything else, such as an address. */
const fieldName = /^[\w.[\]-]{1,64}$/;

/** Records refused requests of portals. Requests do not wait for it: entries are stored together, a little later. */
@Injectable()
export class ApiErrorRecorder implements BeforeApplicationShutdown {
  #waiting: ApiErrorEntry[] = [];
  readonly #waitingCounts = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly queries: ApiErrorsQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds an entry for a request with a valid token of a portal; over the limits it is dropped. */
  record(problem: Problem, request: FastifyRequest & { actor?: Actor }): void {
    const { actor } = request;
    const route = request.routeOptions.url;
    if (!actor || actor.isUnbound || route === undefined) return;
    const { portalId } = actor;
    const waitingCount = this.#waitingCounts.get(portalId) ?? 0;
    if (this.#waiting.length >= MAX_WAITING || waitingCount >= MAX_WAITING_OF_A_PORTAL) return;
    this.#waitingCounts.set(portalId, waitingCount + 1);
    this.#waiting.push({
      portalId,
      time: this.clock.now(),
      clientId: actor.clientId,
      operation: `${request.method} ${route.replace(/:(\w+)/g, '{$1}')}`.slice(0, 200),
      status: problem.status,
      errorCode: problem.errorCode,
      ref: request.id,
      fields: [...new Set(problem.fields?.map(({ path }) => path))]
        .filter((path) => fieldName.test(path))
        .slice(0, MAX_FIELDS),
    });
    this.#timer ??= setTimeout(() => void this.flush(), DELAY_MS).unref();
  }

  /** Stores what waits. Entries that cannot be stored are lost. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#waiting;
    this.#waiting = [];
    this.#waitingCounts.clear();
    if (entries.length === 0) return;
    await this.queries.store(entries).catch((error: unknown) => {
      this.logger.warn({ err: error, lost: entries.length }, 'refused requests were not recorded');
    });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.flush();
  }
}
