// Sign people in with OpenID Connect, with nothing but Node 22.18 or newer. docs/sign-in-with-us.md says what to set.
//   node sign-in.mts
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const { AUTH = 'http://localhost:4000', PORT = '5055' } = process.env;
const { CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
const home = `http://localhost:${PORT}/`;

interface Metadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  end_session_endpoint: string;
}
interface Claims {
  iss: string;
  aud: string;
  exp: number;
  nonce?: string;
  sub: string;
  name: string;
  email: string;
}
/** The sign-in that this browser has begun, or the person who is signed in. A real application keeps it in a store. */
interface Session {
  state?: string;
  nonce?: string;
  verifier?: string;
  idToken?: string;
  person?: Claims;
}

const server = (await (await fetch(`${AUTH}/.well-known/openid-configuration`)).json()) as Metadata;
const sessions = new Map<string, Session>();
const random = () => randomBytes(32).toString('base64url');
const withQuery = (url: string, query: Record<string, string>) =>
  `${url}?${new URLSearchParams(query).toString()}`;

/** To our login page. */
function signIn(session: Session): string {
  [session.state, session.nonce, session.verifier] = [random(), random(), random()];
  return withQuery(server.authorization_endpoint, {
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: `${home}callback`,
    scope: 'openid profile email',
    state: session.state,
    nonce: session.nonce,
    code_challenge: createHash('sha256').update(session.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
}

/** Back from it: the code for an ID token. */
async function callback(session: Session, query: URLSearchParams): Promise<void> {
  const { state, nonce, verifier = '' } = session;
  delete session.state; // it works once
  if (state === undefined || query.get('state') !== state) throw new Error('this sign-in did not begin here');
  if (query.get('iss') !== server.issuer) throw new Error('another server answered');
  if (query.has('error')) throw new Error(query.get('error_description') ?? 'refused');
  const answer = await fetch(server.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      redirect_uri: `${home}callback`,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      code_verifier: verifier,
    }),
  });
  if (!answer.ok) throw new Error(`the token endpoint answered ${answer.status}: ${await answer.text()}`);
  const { id_token: idToken } = (await answer.json()) as { id_token: string };
  // straight from the token endpoint, so TLS stands for its signature (OpenID Connect Core 3.1.3.7)
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as Claims;
  const isRight = claims.iss === server.issuer && claims.aud === CLIENT_ID && claims.nonce === nonce;
  if (!isRight || claims.exp * 1000 < Date.now()) throw new Error('the ID token is not for this sign-in');
  Object.assign(session, { idToken, person: claims }); // know people by `sub`, never by their address
}

/** Ends the session here, and then ours. */
function signOut(session: Session): string {
  const hint = session.idToken ?? '';
  delete session.person;
  return withQuery(server.end_session_endpoint, { id_token_hint: hint, post_logout_redirect_uri: home });
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', home);
  let id = /sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  if (!sessions.has(id)) sessions.set((id = random()), {});
  const session = sessions.get(id)!;
  response.setHeader('Set-Cookie', `sid=${id}; Path=/; HttpOnly; SameSite=Lax`);
  const redirect = (location: string) => response.writeHead(302, { location }).end();
  if (pathname === '/sign-in') return void redirect(signIn(session));
  if (pathname === '/sign-out') return void redirect(signOut(session));
  if (pathname === '/callback') {
    await callback(session, searchParams);
    return void redirect(home);
  }
  const { person } = session;
  response.end(person ? `Hello ${person.name} (${person.email}). Go on to /sign-out` : 'Go on to /sign-in');
}

createServer((request, response) => {
  handle(request, response).catch((error: Error) => response.writeHead(400).end(error.message));
}).listen(Number(PORT), 'localhost');
