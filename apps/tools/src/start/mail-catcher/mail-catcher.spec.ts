import { temporaryFolder } from '@app/testing';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { MailCatcher } from './mail-catcher.js';
import type { CaughtMail } from './mail-store.js';

let folder: string;
let catcher: MailCatcher;
let ports: { httpPort: number; smtpPort: number };

const start = async () => {
  catcher = new MailCatcher({ host: '127.0.0.1', httpPort: 0, smtpPort: 0, folder });
  ports = await catcher.start();
};

beforeEach(async () => {
  folder = temporaryFolder();
  await start();
});

afterEach(() => catcher.stop());

const fetchPath = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${ports.httpPort}${path}`, init);
const list = async () => (await (await fetchPath('/email')).json()) as CaughtMail[];

async function send(mail: SendMailOptions): Promise<void> {
  const transport = createTransport(`smtp://127.0.0.1:${ports.smtpPort}`);
  await transport.sendMail({ from: 'Learning <noreply@learning.example>', ...mail });
  transport.close();
}

const welcome = {
  to: 'Ada <ada@acme.example>',
  subject: 'Grüße aus der Akademie',
  text: 'Set your password: http://localhost/x',
  html: '<p>Set <a href="http://localhost/x">your password</a></p><script>alert(1)</script>',
};

describe('GET /email', () => {
  it('lists the mails newest first, with plain addresses', async () => {
    await send(welcome);
    await send({ ...welcome, to: 'b@acme.example, c@acme.example', subject: 'Second' });
    const mails = await list();
    expect(mails.map(({ subject, to, from }) => ({ subject, to, from }))).toEqual([
      { subject: 'Second', to: 'b@acme.example, c@acme.example', from: 'noreply@learning.example' },
      { subject: 'Grüße aus der Akademie', to: 'ada@acme.example', from: 'noreply@learning.example' },
    ]);
    expect(Object.keys(mails[0] ?? {}).sort()).toEqual([
      'date',
      'from',
      'html',
      'id',
      'subject',
      'text',
      'to',
    ]);
    expect(mails[1]?.text.trim()).toBe(welcome.text);
    expect(mails[1]?.html).toContain('your password</a>');
  });

  it('lists only one recipient’s mails with ?to=', async () => {
    await send(welcome);
    expect(await (await fetchPath('/email?to=ADA@acme.example')).json()).toHaveLength(1);
    expect(await (await fetchPath('/email?to=bob@acme.example')).json()).toEqual([]);
  });

  it('keeps mails across a restart, in files that only their owner can read', async () => {
    await send(welcome);
    const before = await list();
    await catcher.stop();
    await start();
    expect(await list()).toEqual(before);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });
});

describe('DELETE /email', () => {
  it('empties the box, on disk as well', async () => {
    await send(welcome);
    expect((await fetchPath('/email', { method: 'DELETE' })).status).toBe(204);
    expect(await list()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the page', () => {
  it('shows a mail in a sandbox, with its text escaped', async () => {
    await send({ ...welcome, subject: '<img src=x onerror=alert(1)>' });
    const [mail] = await list();
    const page = await (await fetchPath(`/?id=${mail?.id}`)).text();
    for (const text of [page, await (await fetchPath('/')).text()]) {
      expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(text).not.toContain('<img src=x');
    }
    expect(page).toMatch(/<iframe\s[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    const html = await fetchPath(`/mail/${mail?.id}`);
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups.*default-src 'none'/);
    expect(await html.text()).toContain('<base target="_blank">');
  });

  it('refuses host names of other machines, and a form sent by another site', async () => {
    const { request } = await import('node:http');
    const status = (headers: Record<string, string>, method = 'GET', path = '/email') =>
      new Promise((done) =>
        request({ port: ports.httpPort, host: '127.0.0.1', path, method, headers }, (response) => {
          response.resume();
          done(response.statusCode);
        }).end(),
      );
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ host: 'mails.learning.localhost:4003' })).toBe(200);
    expect(await status({ 'sec-fetch-site': 'cross-site' }, 'POST', '/empty')).toBe(403);
  });

  it('answers 404 for an unknown mail and path', async () => {
    expect((await fetchPath('/mail/nope')).status).toBe(404);
    expect((await fetchPath('/nope')).status).toBe(404);
  });
});
