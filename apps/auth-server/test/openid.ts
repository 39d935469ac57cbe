import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTVerifyResult } from 'jose';
import { C1, type AuthStack } from './auth-stack.js';
import { get, token, type OAuthAnswer } from './requests.js';
import { obtainCode, type TestBrowser } from './test-browser.js';

interface SigningInClient {
  clientId: string;
  secret: string;
  redirectUri: string | null;
}

/** The answer of the token endpoint after a sign-in. */
export interface SignedInTokens {
  access_token: string;
  refresh_token: string;
  id_token?: string;
  scope?: string;
}

/** Signs somebody in and exchanges the code; by default the administrator of portal A to C1, with all claims. */
export async function signIn(
  stack: AuthStack,
  parameters: Record<string, string> = {},
  { client = C1, ...options }: { client?: SigningInClient; username?: string; browser?: TestBrowser } = {},
): Promise<SignedInTokens> {
  const code = await obtainCode(
    stack,
    {
      client_id: client.clientId,
      redirect_uri: client.redirectUri!,
      scope: 'openid profile email',
      ...parameters,
    },
    options,
  );
  return exchange(stack, code, client);
}

/** The answer of the token endpoint to a code, whatever it is. */
export const redeem = (stack: AuthStack, code: string, client: SigningInClient = C1): Promise<OAuthAnswer> =>
  token(stack, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri!,
    client_id: client.clientId,
    client_secret: client.secret,
  });

export async function exchange(
  stack: AuthStack,
  code: string,
  client: SigningInClient = C1,
): Promise<SignedInTokens> {
  const answer = await redeem(stack, code, client);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Checks an ID token as a client does, by the published key set. */
export async function verifyIdToken(
  stack: AuthStack,
  idToken: string | undefined,
  audience: string = C1.clientId,
): Promise<JWTVerifyResult> {
  const { body } = await get(`${stack.url}/.well-known/jwks.json`);
  return jwtVerify(idToken!, createLocalJWKSet(body as JSONWebKeySet), {
    issuer: 'https://auth.test',
    audience,
    typ: 'JWT',
    currentDate: stack.clock.now(),
  });
}
