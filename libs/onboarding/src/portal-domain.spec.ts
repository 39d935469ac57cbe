import { isReserved } from './portal-domain.js';

describe('isReserved', () => {
  const place = {
    PORTAL_DOMAIN: 'learning.example',
    AUTH_PUBLIC_URL: 'https://Sign-In.learning.example:8443',
    API_PUBLIC_URL: 'https://backend.learning.example',
    CONSOLE_PUBLIC_URL: 'https://cockpit.learning.example',
  };

  it.each([
    ['sign-in.learning.example', true],
    ['SIGN-IN.learning.example.', true],
    ['backend.learning.example', true],
    ['cockpit.learning.example', true],
    ['auth.learning.example', true],
    ['console.learning.example', true],
    ['www.learning.example', true],
    ['sign.learning.example', false],
    ['acme.learning.example', false],
  ])('%s: %s', (host, isKept) => expect(isReserved(host, place)).toBe(isKept));
});
