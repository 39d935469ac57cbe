import { useAuthServers } from './auth-stack.js';
import { authorizeAddress, returned, TestBrowser } from './test-browser.js';

const stack = useAuthServers();

describe('requests without openid', () => {
  it.each([
    [{ scope: 'unknown', response_mode: 'x', redirect: 'x', code_challenge: 'x' }, 'response_mode'],
    [{ scope: 'unknown', redirect: 'x', code_challenge: 'x' }, 'redirect must be'],
    [{ scope: 'unknown', code_challenge: 'x' }, 'code_challenge_method'],
    [{ scope: 'unknown' }, 'The scope unknown'],
  ])('are refused in the order that they always had: %j', async (parameters, words) => {
    const answer = await new TestBrowser(stack).get(authorizeAddress(parameters));
    expect(returned(answer).query.get('error_description')).toContain(words);
  });

  it('take none of its parameters', async () => {
    const parameters = {
      prompt: 'none',
      id_token_hint: 'x',
      portal_name: 'x',
      acr_values: '2fa',
      nonce: 'n',
    };
    const answer = await new TestBrowser(stack).get(authorizeAddress({ scope: 'lo.read', ...parameters }));
    expect(answer.text).toContain('action="/oauth/authorize/login"');
  });
});
