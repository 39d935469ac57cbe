import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';

type Schemas = components['schemas'];

/** A collection or a content group; both are named lists of learning objects. */
export type ContentSelection = Schemas['Collection'] & Partial<Pick<Schemas['ContentGroup'], 'own'>>;
/** The kind in the URL. */
export type ContentSelectionKind = 'collections' | 'groups';
/** `default` is the portal's default collection. */
export type ContentSelectionId = number | 'default';
export type SelectedObject = Schemas['LearningObject'];

/** The editable part. */
export interface SelectionValues {
  title: string;
}

export const readSelectionValues = ({ title }: ContentSelection): SelectionValues => ({ title });

/** The API's operations on one of the two kinds. */
export interface SelectionCalls {
  /** The tag of the operations, for cache keys. */
  tag: string;
  list: (page: { limit: number; offset: number }) => Promise<{ total: number; hits: ContentSelection[] }>;
  /** Includes the ETag for changes. */
  get: (id: ContentSelectionId) => Promise<{ data: ContentSelection; etag: string | undefined }>;
  /** @param key the form's idempotency key: a form creates at most one */
  create: (title: string, key: string) => Promise<ContentSelection>;
  rename: (id: ContentSelectionId, title: string, etag: string | undefined) => Promise<ContentSelection>;
  remove: (id: ContentSelectionId, etag: string | undefined) => Promise<void>;
  add: (id: ContentSelectionId, lo: number[]) => Promise<void>;
  removeItems: (id: ContentSelectionId, lo: number[]) => Promise<void>;
  /** The filter for its learning objects. */
  toFilter: (id: ContentSelectionId) => { collection: string } | { content_group: number[] };
}

/** Properties of the parts of its page. @see useCanWrite for whether it can be changed */
export interface SelectionProps {
  kind: ContentSelectionKind;
  /** As in the URL. */
  id: ContentSelectionId;
  selection: ContentSelection;
}
