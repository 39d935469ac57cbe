/** The limit on something that callers can make grow. */
export interface Limit {
  /** What is limited, in the words that follow "at most 5": English, plural. */
  what: string;
  most: number;
  /** Of whom. */
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
    | 'scroll';
  /** What is counted: all that exist, or those created in the current window of the clock (UTC). */
  counted: 'all there are' | 'a day' | 'an hour';
  /** What happens beyond the limit. */
  beyond: string;
  /** Tables whose rows it limits. */
  tables: readonly string[];
}
