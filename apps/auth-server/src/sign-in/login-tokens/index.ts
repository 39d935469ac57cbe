export { OneTimeLogin, type LinkFailure, type ShownLink } from './one-time-login.js';
