import type { CatalogueText } from '../format-text.js';
import { errorsEn } from './errors.js';
import { pagesEn } from './pages.js';

/** English texts of the console; the other languages have the same keys. */
export const en = { ...pagesEn, ...errorsEn } as const;

export type CatalogueKey = keyof typeof en;
export type Catalogue = Readonly<Record<CatalogueKey, CatalogueText>>;
