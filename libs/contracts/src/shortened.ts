import { z } from 'zod';

/** Bytes of the longest UTF-8 character of the Basic Multilingual Plane; half a surrogate pair has no more. */
export const MAX_BYTES_PER_CHARACTER = 3;

/** Bytes of the descriptions of one page; if they have more, each object gets an equal share. */
export const MAX_PAGE_DESCRIPTION_BYTES = 1_000_000;

/** Names the fields of an answer or event that contain only the beginning of the stored value. */
export const Shortened = z
  .array(z.enum(['description']))
  .optional()
  .describe(
    'Fields that show only their beginning, where an answer or event would be too long; reading the object by its id shows them whole.',
  );

/** Removes an unfinished tag, entity or half a character at the end of shortened HTML. */
export const withoutUnfinishedMarkup = (html: string): string =>
  html.replace(/(?:<[^<>]*|&[#\w]{0,31}|[\ud800-\udbff])$/, '');

/** The beginning of HTML, in at most so many UTF-16 units. */
export const shortenHtml = (html: string, maxLength: number): string =>
  html.length <= maxLength ? html : withoutUnfinishedMarkup(html.slice(0, Math.max(0, maxLength)));
