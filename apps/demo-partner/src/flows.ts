/** The senders and receivers in a sequence drawing, in the order of its columns. */
export const actors = {
  browser: 'Browser',
  app: 'Partner',
  auth: 'Auth server',
  api: 'API',
} as const;
export type Participant = keyof typeof actors;

/** One arrow of a drawing. */
export interface Step {
  from: Participant;
  to: Participant;
  text: string;
}

/** One way to get, or to revoke, a token. */
export interface Flow {
  id: string;
  title: string;
  /** When to use it, in a sentence. */
  when: string;
  steps: readonly Step[];
}

const step = (from: Participant, to: Participant, text: string): Step => ({ from, to, text });

/** The first and last steps of each visit to the authorization server. */
const signInSteps = (request: string): Step[] => [
  step('browser', 'app', 'Connect'),
  step('app', 'browser', `go to /oauth/authorize with ${request}`),
  step('browser', 'auth', 'sign in, choose a portal, allow'),
];
const callApi = [step('app', 'api', 'GET /v2/me'), step('api', 'app', 'the account and its portal')];

export const flows = {
  code: {
    id: 'code',
    title: 'Authorization code with PKCE',
    when: 'For every application in which people sign in. The first choice.',
    steps: [
      ...signInSteps('state and code_challenge'),
      step('auth', 'browser', 'go to the redirect_uri with code, state and iss'),
      step('browser', 'app', 'code, state, iss'),
      step('app', 'app', 'is the state this browser’s, is iss the server’s?'),
      step('app', 'auth', 'POST /oauth/token: code, code_verifier, client secret'),
      step('auth', 'app', 'access token, refresh token'),
      ...callApi,
    ],
  },
  implicit: {
    id: 'implicit',
    title: 'Implicit',
    when: 'For old applications in browsers. New ones take the code with PKCE.',
    steps: [
      ...signInSteps('response_type=token and state'),
      step('auth', 'browser', 'go to the redirect_uri with #access_token'),
      step('browser', 'browser', 'is the state ours, is iss the server’s?'),
      step('browser', 'api', 'GET /v2/me'),
      step('api', 'browser', 'the account and its portal'),
    ],
  },
  'client-credentials': {
    id: 'client-credentials',
    title: 'Client credentials',
    when: 'For an application that works for its own portal: it acts as an administrator.',
    steps: [
      step('app', 'auth', 'POST /oauth/token: client_id, client_secret'),
      step('auth', 'app', 'access token'),
      ...callApi,
    ],
  },
  password: {
    id: 'password',
    title: 'Password',
    when: 'For administrators where no browser is at hand. Others are refused.',
    steps: [
      step('browser', 'app', 'address and password'),
      step('app', 'auth', 'POST /oauth/token: username, password, client secret'),
      step('auth', 'app', 'access token, refresh token'),
      ...callApi,
    ],
  },
  'service-jwt': {
    id: 'service-jwt',
    title: 'Service JWT',
    when: 'An application acts for people of a portal that has approved it for this.',
    steps: [
      step('app', 'auth', 'PUT /client/partner-app: its public key'),
      step('auth', 'app', 'the key is registered'),
      step('app', 'app', 'sign iss, sub, aud, iat, exp and jti'),
      step('app', 'auth', 'POST /oauth/token: jwt, portal_name, client secret'),
      step('auth', 'app', 'access token of the person'),
      ...callApi,
    ],
  },
  'new-client': {
    id: 'new-client',
    title: 'New client',
    when: 'An administrator connects an application that is not registered yet.',
    steps: [
      ...signInSteps('new_client and redirect_uri'),
      step('auth', 'browser', 'go to the redirect_uri with client_id and client_secret'),
      step('browser', 'app', 'client_id, client_secret, state'),
      step('app', 'auth', 'POST /oauth/token: the new client_id and client_secret'),
      step('auth', 'app', 'access token'),
      ...callApi,
    ],
  },
  'redirect-false': {
    id: 'redirect-false',
    title: 'Code without a redirect',
    when: 'For applications that no browser can reach: a person carries the code.',
    steps: [
      ...signInSteps('redirect=false'),
      step('auth', 'browser', 'the code is displayed on a page'),
      step('browser', 'app', 'the code, by hand'),
      step('app', 'auth', 'POST /oauth/token: code, code_verifier, client secret'),
      step('auth', 'app', 'access token, refresh token'),
      ...callApi,
    ],
  },
  refresh: {
    id: 'refresh',
    title: 'Refresh token',
    when: 'New tokens without the person. Each refresh token works once.',
    steps: [
      step('app', 'auth', 'POST /oauth/token: a password, for the first tokens'),
      step('auth', 'app', 'access token, refresh token'),
      step('app', 'auth', 'POST /oauth/token: refresh_token'),
      step('auth', 'app', 'a new access token, the next refresh token'),
      ...callApi,
      step('app', 'auth', 'POST /oauth/token: the next refresh token'),
      step('auth', 'app', 'newer tokens'),
      step('app', 'auth', 'POST /oauth/token: the old refresh token once more'),
      step('auth', 'app', 'refused: it may be stolen, so all its tokens end'),
    ],
  },
  revoke: {
    id: 'revoke',
    title: 'Revoke',
    when: 'A token is revoked, and the API refuses it within a second.',
    steps: [
      step('app', 'auth', 'POST /oauth/token: client_id, client_secret'),
      step('auth', 'app', 'access token'),
      ...callApi,
      step('app', 'auth', 'POST /oauth/revoke: token'),
      step('auth', 'app', 'done'),
      step('app', 'api', 'GET /v2/me, once more'),
      step('api', 'app', '401'),
    ],
  },
} as const satisfies Record<string, Flow>;

export type FlowId = keyof typeof flows;
export const isFlow = (id: string): id is FlowId => Object.hasOwn(flows, id);
