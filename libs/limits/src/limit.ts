/** How much there may be of something that callers can make grow. */
export interface Limit {
  /** What is limited, as it follows "at most 5": in English, in the plural. */
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
  /** Over what it is counted: all that there are, or what was made in the running window of the clock (UTC). */
  counted: 'all there are' | 'a day' | 'an hour';
  /** What happens beyond. */
  beyond: string;
  /** Tables whose rows it bounds. */
  tables: readonly string[];
}
