export { KeyRotation, SIGNING_KEY_DAYS, type KeySettings } from './key-rotation.js';
export { isPublished, KEY_SET_MAX_AGE_SECONDS, keyStates, type KeyState } from './key-schedule.js';
export { toPem } from './signing-key.js';
export { SigningKeyQueries, type KeyPurpose, type SigningKeyRow } from './signing-keys.queries.js';
