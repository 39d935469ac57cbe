import { sql } from '@app/database';
import { describeWith } from '@app/testing';
import { C1 } from './auth-stack.js';
import { homePages, useChromiumPages } from './chromium-pages.js';
import { authorizeAddress } from './test-browser.js';

describeWith('chromium', 'start pages in Chromium', () => {
  const pages = useChromiumPages(undefined, ['a.learning.localhost', 'nobody.learning.localhost']);
  const { stack, issuer } = pages;

  pages.testVariants('fit into the window and have no axe findings', async (page, shot) => {
    const host = (portal: string) => issuer.replace('localhost', `${portal}.learning.localhost`);
    await page.goto(issuer);
    await shot('home-server');
    await page.goto(host('a'));
    await shot('home-portal');
    await page.goto(host('nobody'));
    await shot('home-no-portal');
    await stack.db.many(sql`
      insert into identity.portal_brands (portal_id, name, color) values (1, 'Akademie Größe', '#ffd400')
      on conflict (portal_id) do update set name = excluded.name, color = excluded.color`);
    await page.goto(host('a'));
    await shot('home-portal-branded');
    await page.goto(`${issuer}${authorizeAddress({ client_id: C1.clientId })}`);
    await shot('home-login-branded');
    const accent = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('button[type=submit]')).backgroundColor`,
    );
    expect(accent).not.toBe('rgb(29, 91, 214)');
  });

  it('all of them have been examined', () => {
    expect(pages.missing(homePages)).toEqual([]);
  });
});
