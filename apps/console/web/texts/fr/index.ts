import type { Catalogue } from '../en/index.js';
import { errorsFr } from './errors.js';
import { pagesFr } from './pages.js';

export const fr: Catalogue = { ...pagesFr, ...errorsFr };
