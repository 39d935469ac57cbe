import { landingPath, loginLinkAddress } from './landing-path.js';

describe('redirect_url of a login link', () => {
  it.each([
    ['/courses/12', '/courses/12'],
    ['courses/12?tab=a#top', '/courses/12?tab=a#top'],
    ['/', '/'],
    ['?tab=a', '/?tab=a'],
    ['/a?next=https://evil.example', '/a?next=https://evil.example'],
    ['/a/../b', '/b'],
    ['/a?oneTimeToken=mine&b=1', '/a?b=1'],
  ])('accepts %s', (givenPath, path) => expect(landingPath(givenPath)).toBe(path));

  it.each([
    'https://evil.example/a',
    'http:evil.example',
    '//evil.example/a',
    '///evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '\t//evil.example',
    '/\t/evil.example',
    'http://portal.invalid/a',
    '//portal.invalid/a',
  ])('refuses %s', (givenPath) => expect(landingPath(givenPath)).toBeUndefined());

  it('keeps the path’s query and fragment in the URL', () => {
    expect(loginLinkAddress('http://{portal}:4000', 'acme.example', '/a?b=1#c', 'otl_1')).toBe(
      'http://acme.example:4000/a?b=1&oneTimeToken=otl_1#c',
    );
  });
});
