import { scopes } from '@app/contracts';
import type { AuthStack } from './auth-stack.js';
import { token } from './requests.js';
import { authorizeAddress, returned, TestBrowser } from './test-browser.js';

/** An application in which administrators manage their portal's applications. */
export const CONSOLE = {
  clientId: 'console-app',
  name: 'Console',
  secret: 'console-secret-0123456789',
  redirectUri: 'https://console.example/cb',
  portalId: null,
  scopes,
};
export const consoleCredentials = { client_id: CONSOLE.clientId, client_secret: CONSOLE.secret };

/** A token from a recent login with the password. @param account to enter, for a person who has several */
export async function freshToken(
  stack: AuthStack,
  username = 'admin@a.example',
  account?: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const browser = await TestBrowser.open(
    stack,
    authorizeAddress({ client_id: CONSOLE.clientId, redirect_uri: CONSOLE.redirectUri, ...fields }),
  );
  let page = await browser.login(username);
  if (page.text.includes('action="/oauth/authorize/portal"'))
    page = await browser.submit('/oauth/authorize/portal', account ? { account } : {});
  if (page.text.includes('action="/oauth/authorize/consent"')) page = await browser.allow();
  const code = returned(page).query.get('code')!;
  const form = {
    ...consoleCredentials,
    grant_type: 'authorization_code',
    redirect_uri: CONSOLE.redirectUri,
    code,
  };
  return (await token(stack, form)).body.access_token as string;
}
