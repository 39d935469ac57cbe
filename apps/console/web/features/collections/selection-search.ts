import { dropUndefined, readText, type SearchParams } from '../../ui/search-params.js';
import type { ContentSelectionId } from './content-selection.js';

/** The search within a selection, as in the URL. */
interface SelectionSearch {
  q?: string;
}

/** Reads the search from a URL; an invalid one is ignored. */
export const readSelectionSearch = ({ q }: SearchParams): SelectionSearch =>
  dropUndefined({ q: readText(q)?.trim() || undefined });

/** An invalid id becomes 0, which no selection has. */
export const readSelectionId = (text: string): ContentSelectionId =>
  text === 'default' ? text : Number(text) || 0;
