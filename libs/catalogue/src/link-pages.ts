import type { Transaction } from '@app/database';
import { changeCatalogue, type EventSink } from './changes.js';
import { writePageFacts, type PageFacts } from './link-pages.queries.js';

/**
 * Fills in fields that the partner omitted: the image, and the page's title as summary. Does nothing if the link's URL
 * has changed or the link was removed.
 */
export async function fillInLink(
  tx: Transaction,
  outbox: EventSink,
  link: { id: number; url: string },
  facts: PageFacts,
  now: Date,
): Promise<void> {
  await changeCatalogue(tx, outbox, [link.id], async () => ({
    written: await writePageFacts(tx, link, facts, now),
  }));
}
