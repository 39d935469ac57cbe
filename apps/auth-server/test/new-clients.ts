import type { AuthStack } from './auth-stack.js';
import type { OAuthAnswer } from './requests.js';
import { authorizeAddress, TestBrowser } from './test-browser.js';

/** Where `new_client` of these tests sends credentials. */
export const vendorUri = 'https://vendor.example/cb?y=1';

/** The address of an authorization request that asks for a new client; `undefined` leaves a parameter out. */
export const vendorAddress = (more: Record<string, string | undefined> = {}): string =>
  authorizeAddress({ client_id: 'label', new_client: 'Vendor', redirect_uri: vendorUri, ...more });

/** An administrator comes to the page, signs in and allows it. @returns the page that asked, and the answer */
export async function connectNewClient(
  stack: AuthStack,
  more: Record<string, string | undefined> = {},
): Promise<{ page: OAuthAnswer; answer: OAuthAnswer }> {
  const browser = await TestBrowser.open(stack, vendorAddress(more));
  const page = await browser.login();
  return { page, answer: await browser.allow() };
}
