import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { BacklogQueries, type Backlog } from './backlog.queries.js';
import { WorkerMetrics } from './worker-metrics.js';

const texts: Record<keyof Backlog, string> = {
  outbox_lag_seconds: 'Age of the oldest event that has not been relayed.',
  outbox_waiting: 'Events that have not been relayed.',
  oldest_due_seconds: 'For how long the most overdue open mailbox has been due.',
  parked: 'Webhooks that are parked.',
  disabled: 'Webhooks that are disabled.',
  paused: 'Webhooks that an operator has paused.',
};

/** Gauges of the whole system, read from Postgres on request. */
@Injectable()
export class BacklogMetrics {
  readonly #gauges: Record<keyof Backlog, Gauge>;
  readonly #parked: Gauge;

  constructor(
    private readonly queries: BacklogQueries,
    metrics: WorkerMetrics,
  ) {
    const names = Object.keys(texts) as (keyof Backlog)[];
    this.#gauges = Object.fromEntries(
      names.map((name) => [
        name,
        new Gauge({ name: `webhook_${name}`, help: texts[name], registers: [metrics.registry] }),
      ]),
    ) as Record<keyof Backlog, Gauge>;
    this.#parked = new Gauge({
      name: 'worker_parked_rows',
      help: 'Rows that stand aside because they cannot be read or worked on: webhooks, events, mails, payments, changes of visibility.',
      labelNames: ['kind'],
      registers: [metrics.registry],
    });
  }

  /** Keeps the last figures while Postgres is away. */
  async measure(): Promise<void> {
    const parked = await this.queries.parked().catch(() => undefined);
    for (const [kind, count] of Object.entries(parked ?? {})) this.#parked.set({ kind }, count);
    const backlog = await this.queries.read().catch(() => undefined);
    if (!backlog) return;
    for (const [name, gauge] of Object.entries(this.#gauges)) gauge.set(backlog[name as keyof Backlog]);
  }
}
