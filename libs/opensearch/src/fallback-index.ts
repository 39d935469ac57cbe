import type { OnApplicationShutdown } from '@nestjs/common';
import {
  CatalogueIndex,
  type CataloguePage,
  type CatalogueSearch,
  type PortalVisibility,
} from '@app/catalogue';
import { Unavailable, type Logger } from '@app/kernel';
import { metrics } from '@app/metrics';
import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import { IndexBehind, SearchRefused, DocumentSkipped, TooManyValues } from './engine-errors.js';

/** Failures in a row that open the circuit breaker, and for how long, in milliseconds. */
const FAILURES = 3;
const PAUSE_MS = 5_000;

/** Searches in one engine, and in Postgres if that fails: a search never fails because of the engine. */
export class FallbackIndex extends CatalogueIndex implements OnApplicationShutdown {
  /** Counts only errors of the engine: an index that is behind or refuses a search is available. */
  readonly #breaker = circuitBreaker(
    handleWhen((error) => findAnswer(error) === undefined && !(error instanceof Unavailable)),
    { halfOpenAfter: PAUSE_MS, breaker: new ConsecutiveBreaker(FAILURES) },
  );

  constructor(
    private readonly engine: CatalogueIndex,
    private readonly postgres: CatalogueIndex,
    private readonly logger: Logger,
    private readonly close: () => Promise<void>,
  ) {
    super();
    this.#breaker.onBreak((why) =>
      logger.warn(
        { err: 'error' in why ? why.error : undefined },
        'OpenSearch does not answer: Postgres does',
      ),
    );
    this.#breaker.onReset(() => logger.info('OpenSearch answers again'));
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  search(visibility: PortalVisibility, search: CatalogueSearch): Promise<CataloguePage> {
    return this.#answer((index) => index.search(visibility, search));
  }

  freeze(visibility: PortalVisibility, search: Pick<CatalogueSearch, 'filter' | 'sort'>): Promise<number[]> {
    return this.#answer((index) => index.freeze(visibility, search));
  }

  async #answer<T>(work: (index: CatalogueIndex) => Promise<T>): Promise<T> {
    try {
      const answer = await this.#breaker.execute(() => work(this.engine));
      metrics.catalogue_searches_total.inc({ engine: 'opensearch', reason: 'none' });
      return answer;
    } catch (error) {
      if (error instanceof Unavailable) throw error; // Postgres would not answer either
      if (error instanceof SearchRefused) this.logger.warn({ err: error }, 'OpenSearch refuses a search');
      metrics.catalogue_searches_total.inc({ engine: 'postgres', reason: getFallbackReason(error) });
      return work(this.postgres);
    }
  }
}

/** The errors of an available engine, and the reasons for which Postgres answered. */
const answers = new Map<unknown, string>([
  [IndexBehind, 'behind'],
  [DocumentSkipped, 'set aside'],
  [TooManyValues, 'too many values'],
  [SearchRefused, 'refused'],
]);

const findAnswer = (error: unknown): string | undefined => answers.get((error as Error).constructor);

/** Why Postgres answered instead. */
const getFallbackReason = (error: unknown): string =>
  findAnswer(error) ?? (error instanceof BrokenCircuitError ? 'paused' : 'failed');
