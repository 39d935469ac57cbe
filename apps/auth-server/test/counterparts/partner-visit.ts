import { likelyFreePort } from '@app/local-services';
import { C2, startServer, useAuthServers, type AuthStack } from '../auth-stack.js';
import { leadsTo, TestBrowser } from '../test-browser.js';

/** An authorization server whose issuer is its address, as libraries that look it up need it. */
export function useIssuer(): { stack: AuthStack; issuer: string } {
  const port = likelyFreePort();
  const issuer = `http://127.0.0.1:${port}`;
  const stack = useAuthServers(0, { AUTH_PUBLIC_URL: issuer });
  beforeAll(() => startServer(stack, port));
  return { stack, issuer };
}

/** A person who visits an application of a partner. */
export class PartnerVisit {
  /** The person's browser, as the application sees it. */
  readonly browser: TestBrowser;
  /** The same browser, as the authorization server sees it. */
  readonly #person: TestBrowser;
  readonly secret = C2.secret;

  /** @param home the application's address, without a slash at the end */
  constructor(
    private readonly stack: AuthStack,
    readonly clientId: string,
    readonly home: string,
  ) {
    this.browser = new TestBrowser({ urls: [home] });
    this.#person = new TestBrowser(stack);
  }

  /** @param callback the path of the application to which people come back */
  async register(callback: string): Promise<void> {
    const { clientId, home } = this;
    await this.stack.register({
      ...C2,
      clientId,
      redirectUri: `${home}${callback}`,
      postLogoutRedirectUris: [`${home}/`],
    });
  }

  /** Goes where the application has just sent the browser, signs in, agrees, and comes back. */
  async signIn(): Promise<void> {
    await this.#person.get(this.#pathAt('/oauth/authorize'));
    await this.#person.login();
    const back = leadsTo(await this.#person.allow());
    expect(back).toMatch(new RegExp(`^${this.home}/`));
    await this.browser.get(back.slice(this.home.length));
  }

  /** Goes where the application has just sent the browser: the session ends, and the browser is sent back. */
  async signOut(): Promise<void> {
    expect(leadsTo(await this.#person.get(this.#pathAt('/oauth/logout')))).toMatch(
      new RegExp(`^${this.home}/(\\?state=|$)`),
    );
    expect((await this.#person.get('/oauth/account')).text).toContain('name="password"');
  }

  #pathAt(endpoint: string): string {
    const address = leadsTo(this.browser.page);
    expect(address).toMatch(new RegExp(`^${this.stack.url}${endpoint}\\?`));
    return address.slice(this.stack.url.length);
  }
}
