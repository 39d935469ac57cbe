import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { ClaimedTask } from '@app/scheduled-tasks';
import { type Word, removeUnusedWordsAfter } from './retention.queries.js';

/** Words of one portal checked in a statement. */
const BATCH = 5_000;
/** Each try waits a tenth of a second for writers of objects. */
const MAX_TRIES = 50;

/** Removes words of search that no learning object has any more. */
@Injectable()
export class UnusedWords extends ClaimedTask {
  constructor(database: Database, @Inject(LOGGER) logger: Logger) {
    super('remove-unused-words', database, logger);
  }

  protected async doClaimed(): Promise<string> {
    let last: Word = { portal_id: -1, surface: '', language: '' };
    let [removed, remaining] = [0, 0];
    for (let done; (done = await this.#removeAfter(last)); last = done) {
      removed += done.removed ?? 0;
      if (done.removed === null) remaining += 1;
    }
    const result = `${removed} words removed`;
    return remaining === 0 ? result : `${result}, ${remaining} batches left while others wrote`;
  }

  async #removeAfter(last: Word): ReturnType<typeof removeUnusedWordsAfter> {
    for (let tries = 1; ; tries += 1) {
      const done = await removeUnusedWordsAfter(this.database, last, BATCH);
      if (done?.removed !== null || tries === MAX_TRIES) return done;
    }
  }
}
