import type { PlayableRow } from '@app/catalogue';

/** Why nothing is shown: the address or package no longer holds, or what it showed is gone. */
export type Refusal = 'ended' | 'gone';

/** A page that may be shown; its parts' contents are read apart from it. */
export interface OpenedPage {
  /** The page bears this portal's name, logo and colour. */
  portalId: number;
  title: string;
  language: string;
  /** The items, shown one after the other. */
  items: readonly PlayableRow[];
  /** Where the person is redirected when it is finished. */
  redirectUrl?: string | undefined;
}

/**
 * The result of opening an address: a page, or a refusal of the portal it was made for, null where nobody knows which.
 */
export type OpenResult = OpenedPage | { refused: Refusal; portalId: number | null };
