export { issueOneTimeToken, loginLinkSeconds, oneTimeTokenKind, type LoginLink } from './one-time-tokens.js';
export { landingPath, loginLinkAddress } from './landing-path.js';
export { issuePasswordLink } from './password-links.js';
export { addressLinkSeconds, issueAddressLink, issueUndoLink, undoSeconds } from './address-links.js';
