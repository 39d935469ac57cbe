import type { components } from '../../../../clients/typescript/src/generated/resource-api.js';

/** What to do about each error code of the API; names are between backticks. */
export type Remedies = Record<components['schemas']['ErrorCode'], string>;
