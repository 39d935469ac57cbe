import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { recordRequest, readToken, type FlowRequest, type HttpExchange } from './exchange.js';
import { flows } from './flows.js';
import { lightStep, type PartnerClient, type FlowRun } from './flow-run.js';

export interface Servers {
  auth: string;
  api: string;
}

/** Milliseconds within which a revoked token is refused. */
const REVOKED_WITHIN_MS = 2_000;
/** Longer than the 250 ms in which a second use counts as a race and not as theft (ADR 9). */
const NO_RACE_MS = 300;

/** The flows of applications without a browser, step by step; a refusal ends a run and is displayed. */
export class ServerFlows {
  /** The key with which partner-app signs assertions; registered by the first run that needs it. */
  #key: KeyObject | undefined;

  constructor(private readonly servers: Servers) {}

  async clientCredentials(run: FlowRun): Promise<void> {
    const token = await this.#ownToken(run);
    if (token !== undefined) await this.#requestMe(run, token);
  }

  async password(run: FlowRun, username: string, password: string): Promise<void> {
    const token = await this.#passwordToken(run, { username, password });
    if (token) await this.#requestMe(run, token.access);
  }

  async refresh(run: FlowRun, username: string, password: string): Promise<void> {
    const first = await this.#passwordToken(run, { username, password });
    if (!first) return;
    const exchange = (refreshToken: string, title: string, why: string) => {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken, ...credentials(run.client) };
      return this.#send(run, { title, why, url: this.#tokenUrl, form });
    };
    const next = await exchange(
      first.refresh,
      'The refresh token for new tokens',
      'The old access token stays valid until it expires.',
    );
    if (!(await this.#useToken(run, next))) return;
    await exchange(
      readToken(next, 'refresh_token') ?? '',
      'The next refresh token for newer tokens',
      'Its use shows that the answer before arrived.',
    );
    await pause(NO_RACE_MS);
    await exchange(
      first.refresh,
      'The old refresh token once more',
      'It was used already, and so was its successor. Two parties hold it, so all tokens of this login are revoked.',
    );
  }

  async revoke(run: FlowRun): Promise<void> {
    const token = await this.#ownToken(run);
    if (token === undefined) return;
    await this.#requestMe(run, token);
    await this.#send(run, {
      title: 'The token is revoked',
      why: 'RFC 7009. The answer is the same for an unknown token.',
      url: `${this.servers.auth}/oauth/revoke`,
      form: { token, ...credentials(run.client) },
    });
    await this.#untilRefused(token);
    const why = 'The API checks tokens itself, and learns of revoked ones within a second.';
    await this.#send(run, { ...this.#createMeRequest(token), title: 'Does it still work?', why });
  }

  /** @param person the address of an account in the portal */
  async serviceJwt(run: FlowRun, person: string, portal: string, operator: PartnerClient): Promise<void> {
    const { client } = run;
    if (!this.#key && !(await this.#registerKey(run, operator))) return this.#refuse(run);
    lightStep(run, 'app', 'app');
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: client.client_id,
      sub: person,
      aud: this.servers.auth,
      iat: now,
      exp: now + 60,
      jti: randomUUID(),
    };
    const form = {
      grant_type: 'service_jwt',
      jwt: signed(claims, this.#key!),
      portal_name: portal,
      ...credentials(client),
    };
    const answer = await this.#send(run, {
      title: 'The assertion for a token',
      why: `It names ${person}, lives for a minute and works once. The portal has approved this application.`,
      url: this.#tokenUrl,
      form,
    });
    await this.#useToken(run, answer);
  }

  /** Exchanges the code, with its verifier, for tokens, and calls the API with them. */
  async code(run: FlowRun, code: string): Promise<void> {
    const answer = await this.#send(run, {
      title: 'The code for tokens',
      why: 'The application’s server sends this request, so that the secret never reaches a browser. A code works once, within a minute.',
      url: this.#tokenUrl,
      form: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: run.client.redirect_uri ?? '',
        code_verifier: run.verifier,
        ...credentials(run.client),
      },
    });
    await this.#useToken(run, answer);
  }

  async #ownToken(run: FlowRun): Promise<string | undefined> {
    const answer = await this.#send(run, {
      title: 'A token for the application itself',
      why: 'The id and the secret are enough; no person takes part.',
      url: this.#tokenUrl,
      form: { grant_type: 'client_credentials', ...credentials(run.client) },
    });
    const token = readToken(answer, 'access_token');
    if (token === undefined) this.#refuse(run);
    return token;
  }

  async #passwordToken(run: FlowRun, person: { username: string; password: string }) {
    const answer = await this.#send(run, {
      title: 'The password for tokens',
      why: 'The application sees the password, which is why people should not need this.',
      url: this.#tokenUrl,
      form: { grant_type: 'password', ...person, ...credentials(run.client) },
    });
    const access = readToken(answer, 'access_token');
    const refresh = readToken(answer, 'refresh_token');
    if (access !== undefined && refresh !== undefined) return { access, refresh };
    this.#refuse(run);
    return undefined;
  }

  async #registerKey(run: FlowRun, operator: PartnerClient): Promise<boolean> {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const answer = await recordRequest({
      title: 'A token for the operator',
      why: `${operator.client_id} may change every client.`,
      url: this.#tokenUrl,
      form: { grant_type: 'client_credentials', ...credentials(operator) },
    });
    run.exchanges.push(answer); // a preparation that is not in the drawing
    const token = readToken(answer, 'access_token');
    if (token === undefined) return false;
    const jwk = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
    const changed = await this.#send(run, {
      title: 'The public key of the application',
      why: 'Once. The private key stays with the application; here it lives until npm start ends.',
      url: `${this.servers.auth}/client/${run.client.client_id}`,
      method: 'PUT',
      json: { jwks: { keys: [jwk] } },
      token,
    });
    if (changed.status !== 200) return false;
    this.#key = privateKey;
    return true;
  }

  /** @returns whether there is an access token to use */
  async #useToken(run: FlowRun, answer: HttpExchange): Promise<boolean> {
    const token = readToken(answer, 'access_token');
    if (token === undefined) this.#refuse(run);
    else await this.#requestMe(run, token);
    return token !== undefined;
  }

  async #requestMe(run: FlowRun, token: string): Promise<void> {
    await this.#send(run, this.#createMeRequest(token));
  }

  #createMeRequest(token: string): FlowRequest {
    const why = 'The account and the portal that the token acts for.';
    return { title: 'Who is it?', why, url: `${this.servers.api}/v2/me`, token };
  }

  async #untilRefused(token: string): Promise<void> {
    const { url } = this.#createMeRequest(token);
    const deadline = Date.now() + REVOKED_WITHIN_MS;
    const isAccepted = async () => (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).ok;
    while ((await isAccepted()) && Date.now() < deadline) await pause(50);
  }

  /** Sends the request, and marks it and its answer in the drawing. */
  async #send(run: FlowRun, sent: FlowRequest): Promise<HttpExchange> {
    const exchange = await recordRequest(sent);
    run.exchanges.push(exchange);
    const server = sent.url.startsWith(this.servers.api) ? 'api' : 'auth';
    lightStep(run, 'app', server);
    lightStep(run, server, 'app');
    return exchange;
  }

  #refuse(run: FlowRun): void {
    run.refusal = `${flows[run.flow].title} ends here: the last answer below has the reason.`;
  }

  get #tokenUrl(): string {
    return `${this.servers.auth}/oauth/token`;
  }
}

const credentials = ({ client_id, client_secret }: PartnerClient): Record<string, string> => ({
  client_id,
  ...(client_secret === undefined ? {} : { client_secret }),
});

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT with ES256 (RFC 7515). */
function signed(claims: object, key: KeyObject): string {
  const text = `${encoded({ alg: 'ES256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
