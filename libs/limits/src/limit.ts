/** A limit on something that callers can make grow. */
export interface Limit {
  /** What is limited, to follow "at most 5": English, plural. */
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
  /** What is counted: everything that exists, or what was created in the current day or hour (UTC). */
  counted: 'all there are' | 'a day' | 'an hour';
  /** What happens beyond the limit. */
  beyond: string;
}
