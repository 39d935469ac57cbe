/** The types of content that a portal can make by itself. */
export const newContentTypes = ['link', 'manual'] as const;

/** The form of a new link or workshop; each uses its own part. */
export interface NewContent {
  type: (typeof newContentTypes)[number];
  title: string;
  language: string;
  /** Of links. */
  url: string;
  description: string;
  /** The person who runs the workshop. */
  provider: string;
}
