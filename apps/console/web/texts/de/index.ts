import type { Catalogue } from '../en/index.js';
import { errorsDe } from './errors.js';
import { pagesDe } from './pages.js';

export const de: Catalogue = { ...pagesDe, ...errorsDe };
