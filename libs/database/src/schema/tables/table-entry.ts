import type { RoleOwner } from '../role-names.js';

/**
 * How long a row is kept. `by` names the scheduled task that removes it; without one, a change or its owner removes it.
 */
export type Retention =
  | { readonly forGood: true; readonly note?: string; readonly by?: string }
  /** As long as another row or object exists. */
  | { readonly with: string; readonly by?: string }
  /** Days after its own day; a note that begins with ` after` names another starting point. */
  | { readonly days: number; readonly note?: string; readonly by: string }
  | { readonly until: string; readonly days?: number; readonly by?: string };

/** The owner of a table's personal data, and how erasing that person treats it. */
export interface Personal {
  /** Rows are found by the person, or by each of the person's accounts. */
  readonly of: 'person' | 'account';
  /** The name in the output of `person show`; absent if the data would mean nothing to the person. */
  readonly shownAs?: string;
  /** `delete` by that key; `blank` by its own statement. */
  readonly erase: 'delete' | 'blank' | { readonly keep: string };
}

interface Entry {
  /** Why a statement on the table need not name the portal; absent if each must. */
  readonly acrossPortals?: string;
  readonly kept: Retention;
  /** Names of limits, or why none is needed. */
  readonly limitedBy: readonly string[] | { readonly unlimited: string };
  /** The rights of each role, as `granted()` writes them, and why. Rights of functions are in their files. */
  readonly grants: Readonly<Partial<Record<RoleOwner, readonly [privileges: string, why: string]>>>;
  readonly personal?: Personal;
}

/** The limit of the bytes that one portal can store there, or why rows of our own need none. */
type Bytes = string | { readonly ours: string };

/**
 * The facts about a table that other code needs. Limits and tasks are plain strings, because their libs import this
 * one; specs check that each exists.
 */
export type TableEntry = Entry &
  (
    | {
        /** The column with the portal, or the table through which a row belongs to one. */
        readonly portal: string | { readonly via: string };
        readonly bytes: Bytes;
      }
    | { readonly portal: { readonly none: string }; readonly bytes?: Bytes }
  );
