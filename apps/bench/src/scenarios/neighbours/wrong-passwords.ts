import type { Crowd } from './crowd.js';

const ACCOUNT = 'admin@acme.example';
const PASSWORD = 'Demo-pass-1234';
const NETWORKS = 12;
const GUESSES_A_SECOND = 100;

/** The form of the login page, as a browser in one network has it. */
interface LoginForm {
  fields: Record<string, string>;
  headers: Record<string, string>;
}

/** Guesses of passwords on the login page, without an account. */
export async function guessFromNetworks(crowd: Crowd): Promise<void> {
  const forms: LoginForm[] = [];
  for (let network = 0; network < NETWORKS; network += 1) forms.push(await openForm(crowd, network));
  await crowd.perSecond(GUESSES_A_SECOND, async (index) => {
    const { fields, headers } = forms[index % NETWORKS]!;
    const form = { ...fields, username: ACCOUNT, password: 'a wrong password' };
    await crowd.send({ method: 'POST', url: `${crowd.options.auth}/oauth/authorize/login`, form, headers });
  });
}

/** The right password of the same person, once a second, through an application that proves its secret. */
export async function logInProperly(crowd: Crowd): Promise<void> {
  const client = { client_id: 'acme-app', client_secret: 'acme-app-secret' };
  const form = { grant_type: 'password', ...client, username: ACCOUNT, password: PASSWORD };
  const url = `${crowd.options.auth}/oauth/token`;
  await crowd.perSecond(1, async () => {
    const answer = await crowd.send({ method: 'POST', url, form, name: 'right password' });
    if (answer?.status !== 200) crowd.answers.wronglyRefused += 1;
  });
}

/** @throws Error when there is no form on the page */
async function openForm(crowd: Crowd, network: number): Promise<LoginForm> {
  const { auth } = crowd.options;
  const cookies = new Map<string, string>();
  const headers = { 'x-forwarded-for': `198.51.${network}.7`, cookie: '' };
  const answer = await crowd.send({ url: `${auth}/oauth/account`, headers });
  for (const line of answer?.cookies ?? []) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    cookies.set(name!, value!);
  }
  headers.cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const html = /<form method="post" action="\/oauth\/authorize\/login">([\s\S]*?)<\/form>/.exec(
    answer?.text ?? '',
  );
  if (!html) throw new Error(`no login form at ${auth}/oauth/account: ${answer?.status}`);
  const fields: Record<string, string> = {};
  for (const [tag] of html[1]!.matchAll(/<input[^>]*>/g)) {
    const name = / name="([^"]*)"/.exec(tag)?.[1];
    if (name) fields[name] = / value="([^"]*)"/.exec(tag)?.[1] ?? '';
  }
  return { fields, headers };
}
