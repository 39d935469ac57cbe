import type { HttpApp } from '@app/http';
import { eventually, HttpClient } from '@app/testing';
import { InternalListener } from '../../auth-server/src/oauth/onboarding-grants/internal-listener.js';
import { C2, useAuthServers, type AuthStack } from '../../auth-server/test/auth-stack.js';
import { Letters } from '../../auth-server/test/people.js';
import { offerPortalCreation } from '../../auth-server/test/portal-creation.js';
import { applicationToken } from '../../auth-server/test/requests.js';
import { createResourceApi } from '../src/app.js';
import { loadSettings } from '../src/config.js';

/** The answer of POST /v2/onboard. */
export interface OnboardedPortal {
  portal: { id: number; name: string; title: string };
  user: { id: number; email: string };
  oauth_token: { access_token: string; refresh_token: string };
}

/** Both servers and the mails, all real: C2 makes portals through the resource API, and their people sign in. */
export class OnboardedPortals {
  readonly letters = new Letters();
  api!: HttpClient;
  /** The authorization server's internal listener. */
  internal!: HttpClient;
  #server: HttpApp | undefined;
  #count = 0;

  private constructor(readonly stack: AuthStack) {}

  /** For all tests of a file. */
  static use(): OnboardedPortals {
    const portals = new OnboardedPortals(useAuthServers());
    beforeAll(() => portals.#start());
    afterAll(() => portals.#stop());
    return portals;
  }

  async #start(): Promise<void> {
    const { stack } = this;
    await offerPortalCreation(stack);
    const internalUrl = stack.apps[0]!.get(InternalListener, { strict: false }).url;
    this.internal = new HttpClient(internalUrl);
    this.#server = await createResourceApi(
      loadSettings({
        ...stack.settings,
        DATABASE_URL: stack.database.urls.api,
        JWKS_URL: `${stack.url}/.well-known/jwks.json`,
        AUTH_INTERNAL_URL: internalUrl,
        LOG_LEVEL: 'silent',
      }),
      { clock: stack.clock },
    );
    await this.#server.app.listen(0, '127.0.0.1');
    this.api = new HttpClient(await this.#server.app.getUrl());
    await this.letters.open(stack);
  }

  async #stop(): Promise<void> {
    await Promise.all([this.api?.close(), this.internal?.close(), this.letters.close()]);
    await this.#server?.app.close();
  }

  /** An address that nobody has. */
  address = (): string => `founder-${(this.#count += 1)}@example.com`;

  /** A portal of somebody's, made by C2 with its own token. @param refreshToken null when C2 gets none */
  async onboard(email: string, refreshToken: unknown = expect.any(String)): Promise<OnboardedPortal> {
    const domain = `made-${(this.#count += 1)}.learning.localhost`;
    const answer = await this.api.post('/v2/onboard', {
      token: await applicationToken(this.stack, C2),
      json: {
        creation_path: 'starter',
        customer: { name: 'Initech' },
        portal: { domain, seats: 25 },
        user: { email, first_name: 'Peter', last_name: 'Gibbons' },
      },
    });
    expect([answer.status, answer.body.oauth_token?.refresh_token ?? null]).toEqual([201, refreshToken]);
    return answer.body as OnboardedPortal;
  }

  /** The account that a token stands for, as the resource API sees it; the status when it is refused. */
  async me(token: string): Promise<{ id: number; email: string } | number> {
    const { status, body } = await this.api.get('/v2/me', { token });
    return status === 200 ? { id: body.id, email: body.email } : status;
  }

  /** Waits until the resource API has seen the revocation of a token. */
  async expectRefusedSoon(token: string): Promise<void> {
    await eventually('refused token', async () => (await this.me(token)) === 401);
  }
}
