import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import type { DemoPartnerOptions } from './options.js';
import type { FlowId } from './flows.js';
import { createChallenge, lightStep, newVerifier, type PartnerClient, type FlowRun } from './flow-run.js';
import { ServerFlows } from './server-flows.js';

/** Flows that redirect the browser to the authorization server. */
const redirectingFlows = new Set<FlowId>(['code', 'implicit', 'new-client', 'redirect-false']);

const MAX_KEPT = 50;
/** 128 random bits. */
const randomKey = (): string => randomBytes(16).toString('base64url');

/** Starts flows, processes the browser's return, and stores the newest runs. */
export class Runs {
  readonly #runs = new LRUCache<string, FlowRun>({ max: MAX_KEPT });
  /** The id of the run, by its state, which belongs to one browser (RFC 9700 4.7). */
  readonly #started = new LRUCache<string, string>({ max: MAX_KEPT });
  /** Number of steps of each run that a page has displayed. */
  readonly #seen = new WeakMap<FlowRun, number>();
  readonly #server: ServerFlows;

  constructor(private readonly options: DemoPartnerOptions) {
    this.#server = new ServerFlows(options);
  }

  /** @returns the id of the run, and the state for the browser if it is redirected */
  async start(flow: FlowId, form: URLSearchParams): Promise<{ id: string; state?: string }> {
    const client = this.#client(flow, form.get('client_id'));
    const verifier = newVerifier();
    const run: FlowRun = { flow, client, done: 0, verifier, returnedParameters: [], exchanges: [] };
    const id = randomKey();
    this.#runs.set(id, run);
    if (redirectingFlows.has(flow)) {
      const state = randomKey();
      this.#started.set(state, id);
      run.authorize = this.#authorizeAddress(run, state, form.has('new_portal'));
      lightStep(run, 'browser', 'app');
      return { id, state };
    }
    await this.#runOnServer(run, form.get('username') ?? this.options.accounts[0]!.email);
    return { id };
  }

  /** A run for its page, which then has displayed all of its steps. */
  open(id: string): { run: FlowRun; seen: number } | undefined {
    const run = this.#runs.get(id);
    if (!run) return undefined;
    const seen = this.#seen.get(run) ?? 0;
    this.#seen.set(run, run.done);
    return { run, seen };
  }

  findByState(state: string): FlowRun | undefined {
    const id = this.#started.get(state);
    return id === undefined ? undefined : this.#runs.get(id);
  }

  /**
   * Processes the parameters of the browser's return; a state can be used once.
   * @returns the id of the run, if there is one
   */
  async handleReturn(state: string, parameters: URLSearchParams): Promise<string | undefined> {
    const run = this.findByState(state);
    const id = this.#started.get(state);
    this.#started.delete(state);
    if (!run || id === undefined) return undefined;
    run.returnedParameters = [...parameters];
    lightStep(run, 'browser', 'app');
    const code = parameters.get('code');
    const [newId, newSecret] = [parameters.get('client_id'), parameters.get('client_secret')];
    if (newId !== null && newSecret !== null) {
      run.client = { client_id: newId, client_secret: newSecret, what: 'connected just now' };
      await this.#server.clientCredentials(run);
    } else if (code !== null) {
      lightStep(run, 'app', 'app');
      await this.#server.code(run, code);
    } else {
      run.refusal = `The authorization server sent ${parameters.get('error') ?? 'no code'} instead of a code.`;
    }
    return id;
  }

  /** @returns whether there is such a run */
  async handleCopiedCode(id: string, code: string): Promise<boolean> {
    const run = this.#runs.get(id);
    if (run?.flow !== 'redirect-false') return false;
    if (run.returnedParameters.length > 0) return true; // sent again by the back button
    run.returnedParameters = [['code', code]];
    lightStep(run, 'browser', 'app');
    await this.#server.code(run, code.trim());
    return true;
  }

  async #runOnServer(run: FlowRun, username: string): Promise<void> {
    const { password, portal } = this.options;
    if (run.flow === 'client-credentials') return this.#server.clientCredentials(run);
    if (run.flow === 'revoke') return this.#server.revoke(run);
    if (run.flow === 'password') return this.#server.password(run, username, password);
    if (run.flow === 'refresh') return this.#server.refresh(run, username, password);
    return this.#server.serviceJwt(run, username, portal, this.#find('ops-app'));
  }

  /** The URL to which the browser is redirected first. */
  #authorizeAddress({ flow, client, verifier }: FlowRun, state: string, offersPortal: boolean): string {
    const address = new URL(`${this.options.auth}/oauth/authorize`);
    const put = (parameters: Record<string, string | number>) => {
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value));
    };
    put({ client_id: client.client_id, response_type: flow === 'implicit' ? 'token' : 'code' });
    put({ redirect_uri: client.redirect_uri ?? `${this.options.origin}/callback`, state });
    if (flow === 'new-client') put({ new_client: 'My first application' });
    else if (flow !== 'implicit')
      put({ code_challenge: createChallenge(verifier), code_challenge_method: 'S256' });
    if (flow === 'redirect-false') put({ redirect: 'false' });
    if (flow === 'code' && offersPortal) put(this.options.portalCreation);
    return address.href;
  }

  #client(flow: FlowId, chosen: string | null): PartnerClient {
    if (flow === 'new-client') return { client_id: 'my-first-application', what: 'not registered yet' };
    return this.#find(chosen ?? defaultClients[flow]);
  }

  /** @throws Error for a client that this partner does not have */
  #find(clientId: string): PartnerClient {
    const client = this.options.clients.find(({ client_id }) => client_id === clientId);
    if (!client) throw new Error(`There is no client ${clientId} here.`);
    return client;
  }
}

const defaultClients: Record<Exclude<FlowId, 'new-client'>, string> = {
  code: 'partner-app',
  implicit: 'spa-app',
  'client-credentials': 'acme-app',
  password: 'acme-app',
  'service-jwt': 'partner-app',
  'redirect-false': 'partner-app',
  refresh: 'acme-app',
  revoke: 'acme-app',
};
