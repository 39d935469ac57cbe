/** The part of the library that the tests use; it has no types. */
declare module 'passport-openidconnect' {
  import type { Strategy } from 'passport';

  type Verify = (
    issuer: string,
    profile: { displayName: string; emails: { value: string }[] },
    context: object,
    idToken: string,
    done: (error: null, user: object) => void,
  ) => void;
  export default class OpenIDConnectStrategy implements Strategy {
    constructor(options: object, verify: Verify);
    authenticate(): void;
  }
}
