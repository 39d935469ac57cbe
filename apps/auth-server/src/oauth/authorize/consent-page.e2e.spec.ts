import { C1, P1, useAuthServers } from '../../../test/auth-stack.js';
import { authorizeAddress, returned, TestBrowser } from '../../../test/test-browser.js';
import { token } from '../../../test/requests.js';

const stack = useAuthServers();
const powerful = {
  ...C1,
  clientId: 'powerful',
  scopes: ['account.read', 'user.read', 'user.write', 'user.login', 'lo.read', 'lo.write'],
} as const;

beforeAll(async () => {
  await stack.register({ ...powerful, scopes: [...powerful.scopes] });
  await stack.register({ ...P1, clientId: 'native', redirectUri: 'com.example.app:/cb' });
});

const consent = async (parameters: Record<string, string | undefined>, headers = {}) => {
  const browser = new TestBrowser(stack, 0, headers);
  await browser.get(authorizeAddress(parameters));
  await browser.login();
  return browser;
};
/** The lines of the two lists, the marked one first. */
const lists = (html: string) =>
  [...html.matchAll(/<ul class="scopes"[^>]*>([\s\S]*?)<\/ul>/g)].map(([, list]) =>
    [...list!.matchAll(/<li>(.*?)<\/li>/g)].map(([, line]) => line),
  );

describe('the consent page', () => {
  it('lists marked scopes with power over people first, and the others in one line per subject', async () => {
    const { page } = await consent({ client_id: 'powerful' });
    const text = page.text;
    expect(lists(text)).toEqual([
      ['See people and their details, and create and change people', 'Create login links for people'],
      [
        'See the portal, its features and its plan',
        'Search and see learning content, and create and change content and collections',
      ],
    ]);
    expect(text).toMatch(
      /<div class="alert far">\s*<p id="far"><strong>.*Only allow this if you trust Client One/,
    );
    expect(text).toContain('It will also be able to:');
  });

  it('has no warning where there is nothing of the kind', async () => {
    const { page } = await consent({ client_id: 'powerful', scope: 'lo.read account.read' });
    expect(lists(page.text)).toHaveLength(1);
    expect(page.text).toContain('<p id="will">It will be able to:</p>');
    expect(page.text).not.toContain('alert');
  });

  it('has no warning for an application of the service, and names the service', async () => {
    await stack.register({
      ...powerful,
      clientId: 'ours',
      portalId: null,
      isFirstParty: true,
      scopes: [...powerful.scopes],
    });
    const { page } = await consent({ client_id: 'ours' });
    expect(page.text).toContain('Client One is part of this service, Learning Platform.');
    expect(page.text).not.toContain('alert');
    expect(lists(page.text).flat()).toContain('Create login links for people');
    expect(lists(page.text)).toHaveLength(1);
  });

  it('displays at least the scopes that are then granted', async () => {
    const browser = await consent({ client_id: 'powerful', scope: 'user.write lo.read lo.write' });
    expect(lists(browser.page.text).flat()).toEqual([
      'Create and change people',
      'Search and see learning content, and create and change content and collections',
    ]);
    const code = returned(await browser.allow()).query.get('code')!;
    const basis = { grant_type: 'authorization_code', redirect_uri: C1.redirectUri! };
    const answer = await token(stack, { ...basis, code, client_id: 'powerful', client_secret: C1.secret });
    expect(answer.body.scope.split(' ').sort()).toEqual(['lo.read', 'lo.write', 'user.write']);
  });

  it('names where the browser goes back to, and only where it does', async () => {
    const pkce = {
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    };
    for (const [query, back] of [
      [{ client_id: 'powerful' }, 'goes back to app.example.'],
      [
        { client_id: 'native', redirect_uri: 'com.example.app:/cb', ...pkce },
        'goes back to com.example.app.',
      ],
      [{ client_id: 'powerful', redirect: 'false' }, undefined],
    ] as const) {
      const { page } = await consent(query);
      if (back === undefined) expect(page.text).not.toContain('goes back to');
      else expect(page.text).toContain(back);
    }
  });
});

describe('the account page', () => {
  it.each([
    ['en', /since \d{1,2} \w{3,4} \d{4}, \d\d:\d\d\u00a0UTC<br>last active .*\u00a0UTC/],
    ['de', /seit \d{1,2}\. \S+ \d{4}, \d\d:\d\d\u00a0UTC<br>zuletzt aktiv .*\u00a0UTC/],
    ['fr', /depuis le \d{1,2} \S+ \d{4}, \d\d:\d\d\u00a0UTC<br>dernière activité .*\u00a0UTC/],
  ])('displays the time with hour and zone: %s', async (language, times) => {
    const browser = await consent(
      { client_id: 'powerful', prompt: 'consent' },
      { 'accept-language': language },
    );
    await browser.allow();
    const page = await browser.get('/oauth/account');
    const text = page.text.replaceAll(/<time datetime="[^"]+">([^<]+)<\/time>/g, '$1');
    expect(text).not.toBe(page.text);
    expect(text).toMatch(times);
    // nothing on it is dated by the day alone
    const dates = text.match(/\b20\d\d\b/g)!;
    expect(text.match(/\b20\d\d, \d\d:\d\d\u00a0UTC/g)).toHaveLength(dates.length);
  });
});
