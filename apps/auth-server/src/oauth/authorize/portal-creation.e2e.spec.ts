import { sql } from '@app/database';
import { decodeJwt } from 'jose';
import { approve } from '../../../test/approvals.js';
import { C1, C2, useAuthServers, password, c2Request } from '../../../test/auth-stack.js';
import { offerPortalCreation, personWithoutPortal, place } from '../../../test/portal-creation.js';
import { expectPage, token } from '../../../test/requests.js';
import { authorizeAddress, returned, TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers(1, { API_PUBLIC_URL: 'https://backend.learning.localhost' });

describe('GET /oauth/authorize with creation_path and partner_portal_id', () => {
  const newClient = {
    client_id: 'vendor-label',
    new_client: 'Vendor',
    redirect_uri: 'https://vendor.example/x',
    ...place,
  };
  const creatingRequest = { ...c2Request, ...place };
  const createForm = '/oauth/authorize/create-portal';

  beforeAll(() => offerPortalCreation(stack));

  const listPortals = (email: string) =>
    stack.db.many<{ name: string; title: string; parent_portal_id: number; roles: string[] }>(sql`
      select o.name, o.title, o.parent_portal_id, a.roles from identity.accounts a
        join identity.persons p on p.id = a.person_id join identity.portals o on o.id = a.portal_id
       where p.email = ${email} and a.closed_time is null`);

  it('creates a portal for a user without one, and continues the request', async () => {
    const email = await personWithoutPortal(stack);
    const browser = await TestBrowser.open(stack, authorizeAddress({ ...newClient, scope: 'lo.read' }));
    const page = await browser.login(email);
    expect(page.text).toContain('Name of your organisation');
    const consent = await browser.submit(createForm, { company: 'Nora & Söhne' });
    expect(consent.text).toContain('Nora &amp; Söhne');
    const { query } = returned(await browser.allow());
    const exchanged = await token(stack, {
      grant_type: 'authorization_code',
      code: query.get('code')!,
      redirect_uri: newClient.redirect_uri,
      client_id: query.get('client_id')!,
      client_secret: query.get('client_secret')!,
    });
    expect(exchanged.status).toBe(200);
    expect(await listPortals(email)).toEqual([
      {
        name: 'nora-sohne.learning.localhost',
        title: 'Nora & Söhne',
        parent_portal_id: 3,
        roles: ['Administrator'],
      },
    ]);
    expect(decodeJwt(exchanged.body.access_token)['portal_name']).toBe('nora-sohne.learning.localhost');
    const events = await stack.db.many<{ type: string }>(sql`
      select type from learning.outbox where portal_id > 1000`);
    expect(events).toEqual([{ type: 'user.create' }]);
  });

  it('does not allow the service’s own host name as a portal name', async () => {
    const email = await personWithoutPortal(stack);
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({ ...newClient, client_id: 'other-label', scope: 'lo.read' }),
      email,
    );
    await browser.submit(createForm, { company: 'Backend' });
    expect(await listPortals(email)).toMatchObject([{ name: 'backend-2.learning.localhost' }]);
  });

  it('creates one portal when the form is sent twice in parallel', async () => {
    const email = await personWithoutPortal(stack);
    const browser = await TestBrowser.signIn(stack, authorizeAddress(newClient), email);
    const { fields } = browser.form(createForm);
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.post(createForm, { ...fields, company: 'Twice' })),
    );
    // an answer after the request is complete gets a page that says so
    const statuses = answers.map((answer) => answer.status);
    expect(statuses).toContain(303);
    expect(statuses.every((status) => status === 303 || status === 403)).toBe(true);
    expect(await listPortals(email)).toHaveLength(1);
  });

  it('displays the form again for an invalid name', async () => {
    const email = await personWithoutPortal(stack);
    const browser = await TestBrowser.signIn(stack, authorizeAddress(newClient), email);
    const again = await browser.submit(createForm, { company: ' - ' });
    expect(again.status).toBe(400);
    expect(again.text).toContain('Enter the name of your organisation.');
    expect(await listPortals(email)).toEqual([]);
  });

  it('requires the partner’s approval of a registered client, as POST /v2/onboard does', async () => {
    const email = await personWithoutPortal(stack);
    const browser = await TestBrowser.open(stack, authorizeAddress(creatingRequest));
    expect((await browser.login(email)).text).not.toContain(createForm);
    await approve(stack, C2.clientId, { portalId: 3, makesPortals: true });
    const other = await TestBrowser.open(stack, authorizeAddress(creatingRequest));
    expect((await other.login(email)).text).toContain(createForm);
  });

  it('is not offered to people who have a portal, without both parameters, or for a bound client', async () => {
    const browser = await TestBrowser.open(stack, authorizeAddress(newClient));
    expect((await browser.login('admin@a.example')).text).not.toContain(createForm);
    const email = await personWithoutPortal(stack);
    for (const address of [
      { ...newClient, partner_portal_id: undefined },
      { ...place, client_id: C1.clientId, redirect_uri: C1.redirectUri! },
    ]) {
      const other = await TestBrowser.open(stack, authorizeAddress(address));
      expect((await other.login(email)).text).not.toContain(createForm);
    }
  });

  it('describes the cancel link: to a registered client; none for one not yet created', async () => {
    const email = await personWithoutPortal(stack);
    const wayOut = async (address: Record<string, string>, language: string) => {
      const browser = new TestBrowser(stack, 0, { 'accept-language': language });
      await browser.get(authorizeAddress(address));
      await browser.login(email);
      const [, words] = /value="deny" class="plain"><bdi>([^<]*)</.exec(browser.page.text)!;
      const answer = await browser.submit('/oauth/authorize/consent', { decision: 'deny' });
      return [words, returned(answer).address];
    };
    expect(await wayOut(newClient, 'en')).toEqual(['Stop here without connecting Vendor', '']);
    expect(await wayOut(newClient, 'de')).toEqual(['Hier abbrechen, ohne Vendor zu verbinden', '']);
    expect(await wayOut(newClient, 'fr')).toEqual(['Arrêter ici sans connecter Vendor', '']);
    expect(await wayOut(creatingRequest, 'en')).toEqual([
      'Back to Client Two without access',
      C2.redirectUri,
    ]);
  });

  it('refuses the form from a person to whom it was not offered', async () => {
    const email = await personWithoutPortal(stack);
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({ ...place, client_id: C1.clientId, redirect_uri: C1.redirectUri! }),
      email,
    );
    const { fields } = browser.form('/oauth/authorize/another');
    expectPage(await browser.post(createForm, { ...fields, company: 'Sneaky' }), 403);
    expect(await listPortals(email)).toEqual([]);
  });
});

describe('a person without a portal', () => {
  /** More attempts than one account may fail, from one address or by one client. */
  const MANY = 22;

  it('reads that the password is correct, however often they try', async () => {
    const email = await personWithoutPortal(stack);
    const browser = new TestBrowser(stack);
    for (let time = 0; time < MANY; time += 1) {
      await browser.get(authorizeAddress());
      const page = await browser.login(email);
      expect([page.status, page.text.includes('you do not have access to any portal')]).toEqual([400, true]);
      expect(page.text).not.toContain('password is wrong');
    }
    const [last] = await stack.db.many<{ details: object }>(sql`
      select details from auth.audit_log where event = 'login.refused' order by id desc limit 1`);
    expect(last!.details).toEqual({ by: 'form', reason: 'no portal' });
  });

  it('is refused by the password grant without counting a failure; a wrong password counts', async () => {
    const username = await personWithoutPortal(stack);
    const grant = async (text: string) =>
      (await token(stack, { grant_type: 'password', username, password: text })).status;
    for (let time = 0; time < MANY; time += 1) expect(await grant(password)).toBe(400);
    for (let time = 0; time < 20; time += 1) expect(await grant('wrong')).toBe(400);
    expect(await grant('wrong')).toBe(429);
  });
});
