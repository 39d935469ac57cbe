export {
  issueOneTimeToken,
  LOGIN_LINK_SECONDS,
  ONE_TIME_TOKEN_KIND,
  type LoginLink,
} from './one-time-tokens.queries.js';
export { landingPath, loginLinkAddress } from './landing-path.js';
export { issuePasswordLink } from './password-links.queries.js';
export {
  ADDRESS_LINK_SECONDS,
  issueAddressLink,
  issueMergeLink,
  issueUndoLink,
  MERGE_LINK_SECONDS,
  UNDO_SECONDS,
} from './address-links.queries.js';
