import { sql, type Transaction } from '@app/database';

/** Asks the worker to read the page of a link, which the request itself never does. */
export const enqueueLinkPage = (tx: Transaction, loId: number): Promise<number> =>
  tx.run(sql`
    insert into learning.link_pages (lo_id, portal_id)
    select id, portal_id from learning.learning_objects where id = ${loId}
    on conflict (lo_id) do update set next_try = now(), tries = 0`);

/** The facts that a page states about itself. */
export interface PageFacts {
  title?: string | undefined;
  /** Absolute http or https URL. */
  image?: string | undefined;
}

/** @returns the id of the link if something missing was filled in */
export async function writePageFacts(
  tx: Transaction,
  link: { id: number; url: string },
  { title, image }: PageFacts,
  now: Date,
): Promise<number[]> {
  return tx.column<number>(sql`
    update learning.learning_objects o
       set image = coalesce(o.image, ${image ?? null}::text),
           summary = coalesce(o.summary, nullif(${title ?? null}::text, o.title)), updated_time = ${now}
     where o.id = ${link.id} and o.type = 'link' and o.url = ${link.url} and o.retired_time is null
       and (o.image is null and ${image ?? null}::text is not null
            or o.summary is null and nullif(${title ?? null}::text, o.title) is not null)
    returning o.id`);
}
