import { checkDestinationUrl, DestinationRefused } from './destination-url.js';
import { createDestinationPolicy, destinationPolicy } from './policy.js';
import { ssrfCases } from '../test/ssrf-cases.js';

const policy = destinationPolicy({ ownDomains: ['learning.example'] });
const refuse = (raw: string, usedPolicy = policy) =>
  expect(() => checkDestinationUrl(raw, usedPolicy)).toThrow(DestinationRefused);

describe('checkDestinationUrl: the address table', () => {
  it('has every row', () => {
    expect(ssrfCases.map(({ number }) => number)).toEqual(Array.from({ length: 173 }, (_, i) => i + 1));
  });

  for (const { number, input, verdict, why } of ssrfCases) {
    if (verdict === 'refused') {
      it(`#${number} refuses at creation: ${why}`, () => refuse(input));
    } else {
      it(`#${number} accepts at creation (${verdict}): ${why}`, () => {
        expect(checkDestinationUrl(input, policy).href).toMatch(/^https?:/);
      });
    }
  }
});

describe('checkDestinationUrl', () => {
  it('returns the normalized form that is stored and requested', () => {
    expect(checkDestinationUrl('HTTPS://EXAMPLE.com:443/a/../hook?x=ü', policy).href).toBe(
      'https://example.com/hook?x=%C3%BC',
    );
  });

  it('refuses an empty fragment as well', () => refuse('https://example.com/#'));

  it('refuses our own domains and their subdomains, but not others that merely end alike', () => {
    refuse('https://learning.example/hook');
    refuse('https://acme.learning.example./hook');
    expect(checkDestinationUrl('https://elearning.example/', policy).hostname).toBe('elearning.example');
  });

  it('refuses the hosts of our servers, the console’s among them', () => {
    const ours = createDestinationPolicy({
      WEBHOOK_ALLOWED_HOSTS: [],
      PORTAL_DOMAIN: 'learning.example',
      AUTH_PUBLIC_URL: 'https://auth.example.com',
      API_PUBLIC_URL: 'https://api.example.com',
      CONSOLE_PUBLIC_URL: 'https://console.example.com',
    });
    for (const name of ['auth', 'api', 'console']) refuse(`https://${name}.example.com/hook`, ours);
  });

  it('allows a trusted host on every port, and no other', () => {
    const trusting = destinationPolicy({ allowedHosts: ['localhost', '127.0.0.1'] });
    expect(checkDestinationUrl('http://localhost:6379/hook', trusting).port).toBe('6379');
    expect(checkDestinationUrl('http://127.0.0.1:81/', trusting).port).toBe('81');
    refuse('http://127.0.0.2/', trusting);
    refuse('http://foo.localhost/', trusting);
    refuse('http://user@localhost/', trusting);
  });

  it('never repeats the URL in the message', () => {
    try {
      checkDestinationUrl('http://10.1.2.3/secret', policy);
    } catch (error) {
      expect((error as Error).message).not.toMatch(/10\.1|secret/);
    }
    expect.assertions(1);
  });
});
