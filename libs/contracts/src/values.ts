import { z } from 'zod';
import { isCountryCode, isLanguageTag } from './iso-codes.js';

/**
 * Values in the forms that partner clients send (contract 1.2 and 1.4): repeated, comma-separated, with blanks and
 * empty strings, booleans in several spellings.
 */

const truthy = new Set(['true', 'True', 'TRUE', '1']);
const falsy = new Set(['false', 'False', 'FALSE', '0']);

/** `true`, `false`, `True`, `False`, `1`, `0`, or a JSON boolean. */
export const Flag = z.preprocess((value) => {
  if (value === 1 || (typeof value === 'string' && truthy.has(value))) return true;
  if (value === 0 || (typeof value === 'string' && falsy.has(value))) return false;
  return value;
}, z.boolean());

const integerText = (value: unknown): unknown =>
  typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value;

/** Separate messages for `1.5`, for `x` and for two values where one is expected. */
const int = z.int({
  error: ({ code, input }) =>
    code === 'invalid_type' && input !== undefined ? 'must be one integer' : undefined,
});

/** Whether a list contains current entries (false, the default), past ones (true), or both (`all`). */
export const PastOrPresent = z.preprocess(
  (value) => {
    const flag = Flag.safeParse(value);
    if (flag.success) return String(flag.data);
    return typeof value === 'string' ? value.toLowerCase() : value;
  },
  z.enum(['true', 'false', 'all']),
);
export type PastOrPresent = z.output<typeof PastOrPresent>;

/** An integer, or the text of one. */
export const Integer = z.preprocess(integerText, int);

/** The largest id that fits Postgres's `integer` (contract 1.9 and 2.7). */
export const MAX_ID = 2_147_483_647;

/** A positive identifier, or the text of one. */
export const Id = z.preprocess(integerText, int.min(1).max(MAX_ID));

/** A finite number, or the text of one. */
export const Numeric = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number(),
);

/** The last second of the year 9999, since 1970. */
export const MAX_SECONDS = 253_402_300_799;

const wholeSeconds = (value: unknown): unknown => {
  const isText = typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value.trim());
  const seconds = isText ? Number(value) : value;
  return typeof seconds === 'number' ? Math.floor(seconds) : value;
};

/**
 * Seconds since 1970, in queries and in `due_date` of bodies; 0 to the year 9999. Fractions, which the clocks of many
 * languages produce, are cut off.
 */
export const UnixSeconds = z.preprocess(wholeSeconds, int.min(0).max(MAX_SECONDS));

/** Text in the form of a {@link LanguageTag}, enough for a lookup. */
export const LanguageShape = z.string().regex(/^[a-z]{2}(-[a-z]{2})?$/, {
  error: 'must be a two-letter language such as "en" or "pt-br"',
  abort: true,
});

/** A language of ISO 639-1, optionally with a country of ISO 3166-1, in lower case (`en`, `pt-br`). */
export const LanguageTag = LanguageShape.refine(isLanguageTag, 'is not an ISO 639-1 language code');

/** A country of ISO 3166-1, in capitals (`DE`). */
export const CountryCode = z
  .string()
  .refine(isCountryCode, 'must be a two-letter country of ISO 3166-1 such as "DE"');

/** Control characters except tabs and line breaks: they are invisible, and JSON writes many of them with six bytes. */
const controlCharacter = /[^\P{Cc}\t\n\r]/u;

/**
 * Whether `text` is readable and Postgres can store it: no control characters except tabs and line breaks, no lone
 * surrogate.
 */
export const isCleanText = (text: string): boolean => !controlCharacter.test(text) && text.isWellFormed();

/** The message for text that is not {@link isCleanText}. */
export const UNCLEAN_TEXT = 'must not contain control characters or broken characters';

/** Any text from outside. */
export const Text = z.string().refine(isCleanText, UNCLEAN_TEXT);

/** Names, titles and other words, in NFC, so that the same words are stored and found in one form (contract 1.15). */
export const Words = Text.normalize('NFC');

/** An optional value; null, which typed clients send for unset fields, counts as absent. */
export const unset = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional());

/** Maximum number of values of a parameter without another limit. */
const MAX_VALUES = 10_000;
/** In a list up to this length, every wrong element is reported. */
const MAX_REPORTED_EACH = 100;

/**
 * A list of at most `most` elements. A longer one is refused before its elements are read. In a list longer than {@link
 * MAX_REPORTED_EACH}, only the first wrong element is reported: thousands of errors would take time, and the answer
 * would be a multiple of the request.
 */
export const list = <T extends z.ZodType>(item: T, most: number) =>
  z.preprocess((value, context) => {
    if (!Array.isArray(value)) return value;
    const elements: unknown[] = value;
    if (elements.length > most) {
      context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input: value });
      return z.NEVER;
    }
    const wrong =
      elements.length > MAX_REPORTED_EACH ? elements.findIndex((one) => !item.safeParse(one).success) : -1;
    return wrong < 0 ? elements : elements.slice(0, wrong + 1);
  }, z.array(item).max(most));

/** A comma-separated list, or several of them, as an array of at most `most` of `item`. */
export const csv = <T extends z.ZodType>(item: T, most = MAX_VALUES) =>
  z.preprocess(
    (value) =>
      (Array.isArray(value) ? value : [value])
        .flatMap((part: unknown) => (typeof part === 'string' ? part.split(',') : [part]))
        .map((part: unknown) => (typeof part === 'string' ? part.trim() : part))
        .filter((part) => part !== ''),
    list(item, most),
  );

/** {@link list}; a single value is a list of one, because a form with one value has no list (`tags=a`, `lo=1`). */
export const listFrom = <T extends z.ZodType>(item: T, most: number) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), list(item, most));

/** One value or many (`tags=a`, `tags[]=a&tags[]=b`) as an array of at most `most` of `item`. */
export const many = <T extends z.ZodType>(item: T, most = MAX_VALUES) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? (value as unknown[]) : [value]).filter((part) => part !== ''),
    list(item, most),
  );

/** `YYYY-MM-DDTHH:MM:SS+00:00`, the only form of times in answers (contract 1.8). */
export const wireTime = (time: Date): string => `${time.toISOString().slice(0, 19)}+00:00`;

/** {@link wireTime}, or null. */
export const wireTimeOrNull = (time: Date | null): string | null => (time ? wireTime(time) : null);

export const WireTime = z.string().meta({ format: 'date-time', example: '2026-01-31T06:29:13+00:00' });

/** The price of something. */
export const Pricing = z
  .object({ currency: z.string(), price: z.number(), tax: z.number(), tax_included: z.boolean() })
  .meta({ id: 'Pricing' });

/** An id in a path: anything but an integer is refused; one that no row can have is not found. */
export const PathId = z.preprocess((value) => {
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) return value;
  const number = Number(value);
  return number >= 1 && number <= MAX_ID ? number : 0;
}, z.int());

/** An id to filter by: any integer; one that no row has matches nothing. */
export const LookupId = Integer.pipe(z.int().min(-MAX_ID).max(MAX_ID));
