import type { ImportItem, ImportRecord } from '@app/catalogue';
import { sql, type Database } from '@app/database';

/** The path of the demo's media on the local server that has them. */
export const MEDIA_PATH = '/demo-media';

type Entry = Pick<ImportRecord, 'external_id' | 'url' | 'image' | 'content'> & {
  items?: (ImportItem | { ref: string })[] | undefined;
};

/**
 * The record with URLs of local media instead of the provider's.
 * @param origin of the server that has them
 */
export function withLocalMedia<T extends Entry>(record: T, origin: string): T {
  const base = `${origin}${MEDIA_PATH}`;
  const { content, image, url, items } = record;
  return {
    ...record,
    ...(image && { image: `${base}/pictures/${record.external_id}.svg` }),
    ...(url && { url: `${base}/reading/${record.external_id}` }),
    ...(content?.url !== undefined && { content: { ...content, ...createMedium(content.mimetype, base) } }),
    ...(items && { items: items.map((item) => ('ref' in item ? item : withLocalMedia(item, origin))) }),
  };
}

const createMedium = (mimetype = '', base: string): { url: string; mimetype: string } =>
  mimetype.startsWith('video/')
    ? { url: `${base}/files/teamwork.webm`, mimetype: 'video/webm' }
    : { url: `${base}/files/checklist.pdf`, mimetype: 'application/pdf' };

/** Updates the URLs of a loaded demo's media, because the ports may have changed. */
export async function updateMediaUrls(database: Database, origin: string): Promise<void> {
  const old = `http://localhost:[0-9]+${MEDIA_PATH}`;
  const now = `${origin}${MEDIA_PATH}`;
  await database.write(async (tx) => {
    await tx.run(sql`
      update learning.learning_objects
         set image = regexp_replace(image, ${old}, ${now}), url = regexp_replace(url, ${old}, ${now}),
             content = regexp_replace(content::text, ${old}, ${now}, 'g')::jsonb
       where concat_ws(' ', image, url, content::text) ~ ${old}
         and concat_ws(' ', image, url, content::text) not like '%' || ${now} || '%'`);
    await tx.run(sql`
      update learning.providers set logo = ${now} || '/pictures/' || slug || '.svg'
       where logo like 'https://%.example/%' or (logo ~ ${old} and logo not like ${now} || '%')`);
  });
}
