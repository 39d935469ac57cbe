import { dropUndefined, readText, type SearchParams } from '../../ui/search-params.js';
import type { ContentSelectionId } from './content-selection.js';

/** The words to look for within a selection, as it stands in the address. */
interface SelectionSearch {
  q?: string;
}

/** Reads it from an address; what is not understood is left out. */
export const readSelectionSearch = ({ q }: SearchParams): SelectionSearch =>
  dropUndefined({ q: readText(q)?.trim() || undefined });

/** An address that somebody has mistyped leads to what does not exist: 0. */
export const readSelectionId = (text: string): ContentSelectionId =>
  text === 'default' ? text : Number(text) || 0;
