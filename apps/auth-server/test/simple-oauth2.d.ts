/** The part of the library that the tests use; it has no types. */
declare module 'simple-oauth2' {
  interface AccessToken {
    token: Record<string, unknown>;
    refresh(): Promise<AccessToken>;
    revokeAll(): Promise<void>;
  }
  export class AuthorizationCode {
    constructor(options: object);
    authorizeURL(parameters: Record<string, string>): string;
    getToken(parameters: Record<string, string>): Promise<AccessToken>;
  }
}
