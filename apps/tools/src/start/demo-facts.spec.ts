import { join } from 'node:path';
import { readBootstrap, resolveAddress } from '@app/bootstrap-files';
import { demoFacts, demoTable } from './demo-facts.js';

const addresses = {
  auth: 'http://localhost:4000',
  api: 'http://localhost:4001',
  worker: 'http://localhost:4002',
  mails: 'http://localhost:4003',
  console: 'http://localhost:4004',
  media: 'http://localhost:4005',
  partner: 'http://localhost:5000',
};

describe('the demo as npm start prints it', () => {
  const bootstrap = readBootstrap(join(__dirname, '../../demo/bootstrap.yaml'), { NODE_ENV: 'test' });
  const facts = demoFacts(addresses);

  it('matches the people, the clients and the portals', () => {
    for (const { email } of facts.accounts) {
      expect(bootstrap.people).toContainEqual(expect.objectContaining({ email, password: facts.password }));
    }
    for (const { client_id, client_secret, redirect_uri } of facts.clients) {
      const client = bootstrap.clients.find(({ id }) => id === client_id);
      expect(client?.secret).toBe(client_secret);
      if (redirect_uri) expect(resolveAddress(client!.redirect_uri!, {})).toBe(redirect_uri);
    }
    for (const { id, name } of facts.portals) {
      expect(bootstrap.portals).toContainEqual(expect.objectContaining({ id, host: name }));
    }
  });

  it('names everything needed to create a portal on the way: a preset, a distribution partner, a person without a portal', () => {
    const { creation_path, partner_portal_id: id } = facts.portal_creation;
    expect(bootstrap.presets).toContainEqual(expect.objectContaining({ creation_path }));
    expect(bootstrap.portals).toContainEqual(expect.objectContaining({ id, type: 'distribution_partner' }));
    expect(bootstrap.people).toContainEqual(
      expect.objectContaining({ email: 'newcomer@partner.example', accounts: [] }),
    );
    expect(demoTable(addresses, 1)).toContain(`creation_path=${creation_path} partner_portal_id=${id}`);
  });
});
