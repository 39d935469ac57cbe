/** As much of the library as the tests use; it comes without types. */
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
