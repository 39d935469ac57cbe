import { C1, password, type AuthStack } from './auth-stack.js';
import { readAnswer, remember, type OAuthAnswer } from './requests.js';

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** A form of a page: where it goes and what it carries. */
export interface BrowserForm {
  action: string;
  fields: Record<string, string>;
}

/** Forms of a page, hidden fields, preset values and first radio buttons filled in. */
export function parseForms(html: string): BrowserForm[] {
  return [...html.matchAll(/<form method="post" action="([^"]+)">([\s\S]*?)<\/form>/g)].map(
    ([, action, inner]) => {
      const fields: Record<string, string> = {};
      for (const [tag] of inner!.matchAll(/<input[^>]*>/g)) {
        const name = / name="([^"]*)"/.exec(tag)?.[1];
        const isChosen = !tag.includes('type="radio"') || tag.includes(' checked');
        if (name && isChosen) fields[name] = unescaped(/ value="([^"]*)"/.exec(tag)?.[1] ?? '');
      }
      return { action: unescaped(action!), fields };
    },
  );
}

/** The example of RFC 7636. */
export const pkce = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

/** A minimal browser for our pages: cookies, forms, and redirects that a test follows itself. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  /** The page that is shown. */
  page!: OAuthAnswer;

  constructor(
    readonly stack: Pick<AuthStack, 'urls'>,
    public server = 0,
    readonly headers: Record<string, string> = {},
  ) {}

  /** A browser that shows the page of this path. */
  static async open(stack: Pick<AuthStack, 'urls'>, path: string): Promise<TestBrowser> {
    const browser = new TestBrowser(stack);
    await browser.get(path);
    return browser;
  }

  /** A browser that shows what follows the login at this path. */
  static async signIn(
    stack: Pick<AuthStack, 'urls'>,
    path: string,
    ...login: Parameters<TestBrowser['login']>
  ): Promise<TestBrowser> {
    const browser = await TestBrowser.open(stack, path);
    await browser.login(...login);
    return browser;
  }

  /** Sets a password by the token of a mailed link. */
  async setPassword(token: string, password: string): Promise<OAuthAnswer> {
    await this.get(`/oauth/password/set?token=${token}`);
    return this.submit('/oauth/password/set', { password, repeated: password });
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<OAuthAnswer> {
    return this.#send(path, { headers });
  }

  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<OAuthAnswer> {
    for (const [name, value] of Object.entries(fields)) remember(name, value);
    return this.#send(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  /** The form of the shown page that goes to `action`. */
  form(action: string): BrowserForm {
    const form = parseForms(this.page.text).find((one) => one.action === action);
    if (!form) throw new Error(`no form to ${action} on the page:\n${this.page.text}`);
    return form;
  }

  /** Posts a form of the shown page, and follows our own redirects. */
  async submit(
    action: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<OAuthAnswer> {
    const form = this.form(action);
    return this.follow(await this.post(form.action, { ...form.fields, ...fields }, headers));
  }

  /** Follows redirects as long as they stay on this server. */
  async follow(answer: OAuthAnswer): Promise<OAuthAnswer> {
    let next = answer;
    for (let hop = 0; hop < 10; hop += 1) {
      const location = next.headers.get('location');
      if (location === null || !location.startsWith('/')) return next;
      next = await this.get(location);
    }
    throw new Error('too many redirects');
  }

  async #send(path: string, init: RequestInit): Promise<OAuthAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.stack.urls[this.server]}${path}`, {
      ...init,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(init.headers as Record<string, string>),
        ...(cookie ? { cookie } : {}),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      remember(name!.replace('__Host-', ''), value);
      if (/max-age=0/i.test(line)) this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    this.page = await readAnswer(response);
    return this.page;
  }

  login(username = 'admin@a.example', secret = password): Promise<OAuthAnswer> {
    return this.submit('/oauth/authorize/login', { username, password: secret });
  }

  allow(): Promise<OAuthAnswer> {
    return this.submit('/oauth/authorize/consent', { decision: 'allow' });
  }
}

/** The URL of an authorization request of C1; `undefined` omits a parameter. */
export function authorizeAddress(parameters: Record<string, string | undefined> = {}): string {
  const all = {
    client_id: C1.clientId,
    response_type: 'code',
    redirect_uri: C1.redirectUri!,
    state: 's',
    ...parameters,
  };
  const pairs = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(pairs).toString()}`;
}

/** Where an answer leads: by a redirect, or by the page that ends a form. */
export const leadsTo = ({ headers }: Pick<OAuthAnswer, 'headers'>): string =>
  headers.get('location') ?? headers.get('refresh')?.replace(/^0; url=/, '') ?? '';

/** Parameters that an answer carries back to the client, and the address they were added to. */
export function returned(answer: OAuthAnswer): {
  address: string;
  query: URLSearchParams;
  fragment: URLSearchParams;
} {
  const location = leadsTo(answer);
  const [beforeFragment = '', fragment = ''] = location.split('#', 2);
  const [address = '', query = ''] = beforeFragment.split('?', 2);
  return { address, query: new URLSearchParams(query), fragment: new URLSearchParams(fragment) };
}

/** Logs in and consents; returns the code. */
export async function obtainCode(
  stack: Pick<AuthStack, 'urls'>,
  parameters: Record<string, string | undefined> = {},
  options: { username?: string; browser?: TestBrowser } = {},
): Promise<string> {
  const browser = options.browser ?? new TestBrowser(stack);
  let page = await browser.follow(await browser.get(authorizeAddress(parameters)));
  if (page.text.includes('action="/oauth/authorize/login"')) page = await browser.login(options.username);
  if (page.text.includes('action="/oauth/authorize/portal"'))
    page = await browser.submit('/oauth/authorize/portal');
  if (page.text.includes('action="/oauth/authorize/consent"')) page = await browser.allow();
  const code = returned(page).query.get('code');
  if (!code) throw new Error(`no code came back: ${page.status} ${leadsTo(page)}\n${page.text}`);
  return code;
}
