export { KeyRing } from './key-ring.js';
export { OwnKeys } from './own-keys.js';
export { PublicKeyModule } from './public-key.module.js';
export { type TokenSigner } from './token-signer.js';
