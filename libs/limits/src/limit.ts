/** A limit on something that callers can make grow. */
export interface Limit {
  /** The limited objects, in English and plural, to follow "at most 5". */
  what: string;
  most: number;
  /** The owner whose objects are counted. */
  per:
    | 'portal'
    | 'owner'
    | 'portal or owner'
    | 'person'
    | 'account'
    | 'client'
    | 'webhook'
    | 'object'
    | 'collection'
    | 'content group'
    | 'enrollment'
    | 'network'
    | 'scroll'
    | 'service'
    | 'answer';
  /** The counted objects: all that exist, or those created in the current day or hour (UTC). */
  counted: 'all there are' | 'a day' | 'an hour';
  /** The answer over the limit. */
  beyond: string;
}

/** The answer over most limits. */
export const REFUSED = '409 `limit_reached`';
/** The answer where the schema of the body has the limit. */
export const AS_OF_SCHEMA = '400 that names the field';
