/** A limit on something that callers can make grow. */
export interface Limit {
  /** The limited thing, to follow "at most 5": English, plural. */
  what: string;
  most: number;
  /** The owner it applies to. */
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
  /** The things counted: all that exist, or those created in the current day or hour (UTC). */
  counted: 'all there are' | 'a day' | 'an hour';
  /** The answer beyond the limit. */
  beyond: string;
}

/** How a request beyond most limits is answered. */
export const REFUSED = '409 `limit_reached`';
/** How it is answered where the schema of the body has the limit. */
export const AS_OF_SCHEMA = '400 that names the field';
