import { clientLimits } from './client-limits.js';
import { contentLimits } from './content-limits.js';
import { portalLimits } from './portal-limits.js';
import { requestLimits } from './request-limits.js';

/**
 * Everything that a caller can make grow, and how far. The only source: code reads its numbers here, docs/limits.md
 * is generated from it. The registry of tables (`@app/database`) says which of them limits a table.
 */
export const limits = { ...portalLimits, ...clientLimits, ...contentLimits, ...requestLimits };

export type LimitName = keyof typeof limits;
