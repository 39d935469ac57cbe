import { sql, type Reader } from '@app/database';
import type { ImportContent } from './import-record.js';
import type { LearningObjectType } from './learning-object-type.js';
import { hasPreview } from './learning-objects.queries.js';
import { licensesSql, visibleTo, withLicence, type Viewer } from './visibility.queries.js';

/** The facts of an object that a player knows without its content, which can be large. */
export interface PlayableRow {
  id: number;
  type: LearningObjectType;
  title: string;
  language: string;
  premium: boolean;
  price: number;
  /** Of the viewer's portal: -1 unlimited, 0 none. */
  licenses: number;
  /** Whether the object itself has content to display: a file, a page, questions, or a URL. */
  has_preview: boolean;
  /** Bytes of the content as Postgres stores it, compressed. */
  content_bytes: number;
}

/** Those of `ids` that the viewer sees by id, in no particular order, without their content. */
export async function playableRows(
  reader: Reader,
  viewer: Viewer,
  ids: readonly number[],
): Promise<PlayableRow[]> {
  return reader.many<PlayableRow>(sql`
    select o.id, o.type, o.title, o.language, o.premium, o.price, ${licensesSql(viewer.portalId)} as licenses,
           ${hasPreview(sql`o`)} as has_preview, pg_column_size(o.content) as content_bytes
      from learning.search_doc d join learning.learning_objects o on o.id = d.lo_id ${withLicence(viewer.portalId)}
     where d.lo_id = any(array(select unnest(${[...ids]}::int[]))) and ${visibleTo(viewer, true)}`);
}

/** The content of an object that a player displays. */
export interface PlayableContent {
  summary: string | null;
  /** Of a link item. */
  url: string | null;
  content: ImportContent;
}

/**
 * The content of these objects that a player displays, by id. It may have megabytes each, so read it only for objects
 * that are about to be displayed.
 */
export async function readContents(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, PlayableContent>> {
  const rows = await reader.many<PlayableContent & { id: number }>(
    sql`select id, summary, url, content from learning.learning_objects where id = any(${[...ids]}::int[])`,
  );
  return new Map(rows.map(({ id, ...shown }) => [id, shown]));
}

/** The kind of an object's content, without the content. */
export interface ContentKind {
  has_url: boolean;
  has_html: boolean;
  has_questions: boolean;
  mimetype: string | null;
}

/** The kinds of content of these objects, by id. Postgres parses each content. */
export async function contentKinds(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, ContentKind>> {
  const rows = await reader.many<ContentKind & { id: number }>(sql`
    select id, url is not null as has_url, content ? 'html' as has_html, content ? 'questions' as has_questions,
           content->>'mimetype' as mimetype
      from learning.learning_objects where id = any(${[...ids]}::int[])`);
  return new Map(rows.map(({ id, ...kind }) => [id, kind]));
}

/** Whether any of these objects asks questions. */
export async function anyQuestions(reader: Reader, ids: readonly number[]): Promise<boolean> {
  const row = await reader.one<{ has: boolean }>(sql`
    select exists (select 1 from learning.learning_objects
                    where id = any(${[...ids]}::int[]) and content ? 'questions') as has`);
  return row?.has === true;
}
