import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../config.js';
import { Browser } from './browser.js';

describe('cookies of a browser', () => {
  it.each([
    ['http://localhost:4000', 'learning-platform-4000-browser'],
    ['http://localhost:7000', 'learning-platform-7000-browser'],
    ['http://localhost', 'learning-platform-80-browser'],
    ['https://auth.test', '__Host-browser'],
  ])('of %s are named so that no other port shares them: %s', (AUTH_PUBLIC_URL, name) => {
    const settings = { AUTH_PUBLIC_URL, SECRETS_KEY: 'k'.repeat(64), OTHER_SECRETS_KEYS: [] };
    const browser = new Browser(settings as unknown as Settings);
    const request = { cookies: {} } as FastifyRequest;
    const setCookie = jest.fn();
    const browserId = browser.identify(request);
    browser.sendCookies(request, { setCookie } as unknown as FastifyReply);
    expect(setCookie).toHaveBeenCalledWith(name, browserId, expect.objectContaining({ httpOnly: true }));
    const next = (cookieName: string) =>
      ({ cookies: { [cookieName]: browserId } }) as unknown as FastifyRequest;
    expect(browser.findId(next(name))).toBe(browserId);
    expect(browser.findId(next('learning-platform-5000-browser'))).toBeUndefined();
  });
});
