/** The types of content that a portal can create in the console. */
export const newContentTypes = ['link', 'manual'] as const;

/** The form of a new link or workshop; each type uses only its fields. */
export interface NewContent {
  type: (typeof newContentTypes)[number];
  title: string;
  language: string;
  /** Only for links. */
  url: string;
  description: string;
  /** The person who runs the workshop. */
  provider: string;
}
