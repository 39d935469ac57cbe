import type { RoleOwner } from '../role-names.js';

/** How long a row stays. `by` names the scheduled task that removes it; without one, a change or its owner ends it. */
export type Retention =
  | { readonly forGood: true; readonly note?: string; readonly by?: string }
  /** As long as something else is there. */
  | { readonly with: string; readonly by?: string }
  /** Days after its own day; a note that begins with ` after` says after what else. */
  | { readonly days: number; readonly note?: string; readonly by: string }
  | { readonly until: string; readonly days?: number; readonly by?: string };

/** The owner of a table's personal data, and how erasing that person treats it. */
export interface Personal {
  /** Its rows are found by the person, or by each of the person's accounts. */
  readonly of: 'person' | 'account';
  /** Its name in what `person show` prints; absent if that would tell the person nothing. */
  readonly shownAs?: string;
  /** `delete` by that key; `blank` by its own statement. */
  readonly erase: 'delete' | 'blank' | { readonly keep: string };
}

interface Entry {
  /** Why a statement on it need not name the portal; absent if each does. */
  readonly acrossPortals?: string;
  readonly kept: Retention;
  /** Names of limits, or why none is needed. */
  readonly limitedBy: readonly string[] | { readonly unlimited: string };
  /** The rights of each role, as `granted()` writes them, and why; functions say theirs in their files. */
  readonly grants: Readonly<Partial<Record<RoleOwner, readonly [privileges: string, why: string]>>>;
  readonly personal?: Personal;
}

/** The limit that bounds the bytes that one portal puts there, or why our own rows need none. */
type Bytes = string | { readonly ours: string };

/**
 * The facts about a table that everything else needs. Limits and tasks are plain strings, since their libs lie above
 * this one; specs there hold that each exists.
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
