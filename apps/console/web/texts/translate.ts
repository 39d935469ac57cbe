import type { CatalogueKey } from './en/index.js';
import type { TextValues } from './format-text.js';

/** Gives the text of a key in the language of the page. */
export type Translate = (key: CatalogueKey, values?: TextValues) => string;
