import { z } from 'zod';

/** Bytes of the longest UTF-8 character of the Basic Multilingual Plane, and so of half a surrogate pair at most. */
export const MAX_BYTES_PER_CHARACTER = 3;

/** Bytes of the descriptions of one page; each object of a page that has more shows its part of them. */
export const MAX_PAGE_DESCRIPTION_BYTES = 1_000_000;

/** Names the fields of an answer or event that show only the beginning of what is stored. */
export const Shortened = z
  .array(z.enum(['description']))
  .optional()
  .describe(
    'Fields that show only their beginning, where an answer or event would be too long; reading the object by its id shows them whole.',
  );

/** Removes a tag or an entity that a cut has left unfinished at the end of HTML, and half a character. */
export const withoutUnfinishedMarkup = (html: string): string =>
  html.replace(/(?:<[^<>]*|&[#\w]{0,31}|[\ud800-\udbff])$/, '');

/** The beginning of HTML, in at most so many UTF-16 units. */
export const shortenHtml = (html: string, maxLength: number): string =>
  html.length <= maxLength ? html : withoutUnfinishedMarkup(html.slice(0, Math.max(0, maxLength)));
