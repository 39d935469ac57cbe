import type { Transaction } from '@app/database';
import { changeCatalogue, type EventSink } from './changes.js';
import { writePageFacts, type PageFacts } from './link-pages.queries.js';

/**
 * Fills in what the partner left open: the image, and the page's own title as summary. Does nothing if the link has a
 * different URL by now, or is gone.
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
