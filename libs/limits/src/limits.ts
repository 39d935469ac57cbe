import { clientLimits } from './client-limits.js';
import { contentLimits } from './content-limits.js';
import { portalLimits } from './portal-limits.js';
import { requestLimits } from './request-limits.js';

/**
 * All quantities that a caller can increase, with their limits. The only source: code reads its numbers here, and
 * docs/limits.md is generated from it. The registry of tables (`@app/database`) names the limits of each table.
 */
export const limits = { ...portalLimits, ...clientLimits, ...contentLimits, ...requestLimits };

export type LimitName = keyof typeof limits;
