import { generate } from 'otplib';
import type { AuthStack } from './auth-stack.js';
import { TestBrowser } from './test-browser.js';

/** The secret that a set-up page shows. */
export const secretOn = ({ text }: { text: string }): string =>
  /<code>([A-Z2-7 ]+)<\/code>/.exec(text)![1]!.replaceAll(' ', '');

/** The recovery codes that a page shows. */
export const recoveryOn = ({ text }: { text: string }): string[] =>
  [...text.matchAll(/<li><code>([0-9a-f-]+)<\/code>/g)].map(([, code]) => code!);

/** The code of an authenticator app. @param ahead seconds that its clock is ahead */
export const currentFactorCode = (
  { clock }: Pick<AuthStack, 'clock'>,
  secret: string,
  ahead = 0,
): Promise<string> => generate({ secret, epoch: Math.floor(clock.now().getTime() / 1000) + ahead });

/** Turns on this person's second factor in a separate browser; also checks that a wrong code is refused. */
export async function turnOnFactor(
  stack: AuthStack,
  username: string,
): Promise<{ secret: string; recovery: string[] }> {
  const browser = await TestBrowser.signIn(stack, '/oauth/account', username);
  const secret = secretOn(await browser.submit('/oauth/account/second-factor'));
  const wrong = await browser.submit('/oauth/account/second-factor/confirm', { otp: '000000' });
  expect([wrong.status, secretOn(wrong)]).toEqual([400, secret]);
  const nextPage = await browser.submit('/oauth/account/second-factor/confirm', {
    otp: await currentFactorCode(stack, secret),
  });
  const recovery = recoveryOn(nextPage);
  expect(recovery).toHaveLength(10);
  stack.clock.advance(60);
  return { secret, recovery };
}
