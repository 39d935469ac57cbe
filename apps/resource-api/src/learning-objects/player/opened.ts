import type { PlayerPage } from './player-page.js';

/** Why nothing is shown: the address or package no longer holds, or what it showed is gone. */
export type Refusal = 'ended' | 'gone';

/** What an address leads to: a page, or a refusal of the portal it was made for, null where nobody knows which. */
export type Opened = PlayerPage | { refused: Refusal; portalId: number | null };
