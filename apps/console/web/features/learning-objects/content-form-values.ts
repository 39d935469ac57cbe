import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';

/** The editable part of a learning object, as in its form. */
export interface ContentValues {
  title: string;
  description: string;
  published: boolean;
  /** Only for links. */
  url?: string;
  /** The address of the picture; empty without one. */
  image: string;
  /** Minutes; empty without a duration. */
  duration: string;
  /** Each on a line. */
  topics: string;
  tags: string;
}

type Shown = Pick<
  components['schemas']['LearningObject'],
  'title' | 'description' | 'published' | 'url' | 'image' | 'delivery' | 'topics' | 'tags'
>;

/** The editable part. */
export const readContentValues = (object: Shown): ContentValues => ({
  title: object.title,
  description: object.description,
  published: object.published,
  ...(object.url !== null && { url: object.url }),
  image: object.image ?? '',
  duration: object.delivery.duration > 0 ? String(object.delivery.duration) : '',
  topics: object.topics.join('\n'),
  tags: object.tags.join('\n'),
});

/** Edits as the API takes them. */
export function toContentChange(
  edits: Partial<ContentValues>,
): components['schemas']['UpdateLearningObject'] {
  const { image, duration, topics, tags, ...others } = edits;
  return {
    ...others,
    ...(image !== undefined && { image: image.trim() || null }),
    ...(duration !== undefined && { duration: Number(duration) }),
    ...(topics !== undefined && { topics: readLabels(topics) }),
    ...(tags !== undefined && { tags: readLabels(tags) }),
  };
}

const readLabels = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
