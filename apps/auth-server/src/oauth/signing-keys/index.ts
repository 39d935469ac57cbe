export { type AccessTokenSigner } from './access-token-signer.js';
export { KeyRing } from './key-ring.js';
export { OwnKeys } from './own-keys.js';
export { PublicKeyModule } from './public-key.module.js';
