import type { PlayableRow } from '@app/catalogue';

/** Why there is no page: the URL or package is no longer valid, or its object is gone. */
export type Refusal = 'ended' | 'gone';

/** A page that may be displayed; the contents of its parts are read separately. */
export interface OpenedPage {
  /** The portal whose name, logo and colour the page displays. */
  portalId: number;
  title: string;
  language: string;
  /** The items, displayed one after the other. */
  items: readonly PlayableRow[];
  /** Where the person is redirected at the end. */
  redirectUrl?: string | undefined;
}

/** The result of opening a URL: a page, or a refusal with the portal of the URL, null if it is unknown. */
export type OpenResult = OpenedPage | { refused: Refusal; portalId: number | null };
