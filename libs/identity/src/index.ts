export { addressKey, addressDigest } from './address-key.js';
export * from './acceptance.queries.js';
export * from './account.queries.js';
export * from './account-counts.queries.js';
export { assertAccountLimit } from './account-limit.js';
export * from './portal.queries.js';
export * from './custom-fields.js';
export * from './custom-fields.queries.js';
export * from './person.queries.js';
export { verifyAddress, type AddressVerification } from './proof.queries.js';
export * from './remove-account.js';
export * from './seats.queries.js';
export * from './portal.presenter.js';
export * from './portal.schema.js';
export {
  userPatchShape,
  postShape as userPostShape,
  type AccountChange,
  type AccountRow,
  type NamedAccount,
  type NewAccountFields,
} from './user.fields.js';
export * from './user.presenter.js';
export { User, userExample } from './user.schema.js';
export { toAsciiAddress } from './ascii-address.js';
export { Email, Name } from './person.schema.js';
