import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';

type Schemas = components['schemas'];

/** A collection or a content group; both are named lists of learning objects. */
export type ContentSelection = Schemas['Collection'] & Partial<Pick<Schemas['ContentGroup'], 'own'>>;
/** The part of the address. */
export type ContentSelectionKind = 'collections' | 'groups';
/** `default` is the collection that every portal has. */
export type ContentSelectionId = number | 'default';
export type SelectedObject = Schemas['LearningObject'];

/** The part of it that people edit. */
export interface SelectionValues {
  title: string;
}

export const readSelectionValues = ({ title }: ContentSelection): SelectionValues => ({ title });

/** The API's operations on one of the two kinds. */
export interface SelectionCalls {
  /** Of the operations, for the keys of the cache. */
  tag: string;
  list: (page: { limit: number; offset: number }) => Promise<{ total: number; hits: ContentSelection[] }>;
  /** With the ETag that a change names. */
  get: (id: ContentSelectionId) => Promise<{ data: ContentSelection; etag: string | undefined }>;
  /** @param key of the form: sent twice, it creates once */
  create: (title: string, key: string) => Promise<ContentSelection>;
  rename: (id: ContentSelectionId, title: string, etag: string | undefined) => Promise<ContentSelection>;
  remove: (id: ContentSelectionId, etag: string | undefined) => Promise<void>;
  add: (id: ContentSelectionId, lo: number[]) => Promise<void>;
  removeItems: (id: ContentSelectionId, lo: number[]) => Promise<void>;
  /** Finds what is in it. */
  toFilter: (id: ContentSelectionId) => { collection: string } | { content_group: number[] };
}

/** For the parts of its page. @see useCanWrite for whether it can be changed */
export interface SelectionProps {
  kind: ContentSelectionKind;
  /** As in the address. */
  id: ContentSelectionId;
  selection: ContentSelection;
}
