import { describeWith, examinesAll, looks } from '@app/testing';
import type { Page } from 'playwright-core';
import { enrollments, people } from './people-answers.js';
import { peoplePaths, shownPeople } from './people-shown.js';
import { shownShell } from './shell-shown.js';
import { session } from './web-answers.js';
import { applications } from './web-answers-applications.js';
import { learningObjects } from './web-content-answers.js';
import { selectionPaths, shownSelections } from './web-content-shown.js';
import { refusal, WebHarness, type Override } from './web-harness.js';
import { examine, WebBrowser } from './web-page.js';
import { brandingWithLogo } from './web-portal-answers.js';

/** A page, what shows that it is there, and what is done before it is examined. */
interface PageCase {
  path: string;
  text: string | RegExp;
  act?: (page: Page) => Promise<void>;
  answers?: Override;
}

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });
const only =
  (path: RegExp, answer: ReturnType<Override>): Override =>
  (request) =>
    path.test(request.path) ? answer : undefined;

/** Somebody else gives the link another title before the change arrives. */
const changedMeanwhile = (): Override => {
  let isChanged = false;
  return ({ method, path }) => {
    if (path.endsWith('/session')) isChanged = false; // another page opens
    if (!path.endsWith('/learning-objects/813')) return undefined;
    if (method === 'PATCH') {
      isChanged = true;
      return refusal(412, 'precondition_failed');
    }
    const title = isChanged ? 'Defibrillators on each floor' : learningObjects[1]!.title;
    return { body: { ...learningObjects[1], title }, headers: { etag: isChanged ? '"two"' : '"one"' } };
  };
};

const shown: Record<string, PageCase> = {
  ...shownShell,
  ...shownPeople({ person: people[0]!, enrollment: { ...enrollments[0], goals: [] } }),
  'sign-in': {
    path: '/webhooks',
    text: /^(Sign in|Anmelden|Se connecter)$/,
    answers: only(/session$/, refusal(401, 'session_ended')),
  },
  nothing: {
    path: '/',
    text: /administrat/i,
    answers: only(/session$/, {
      body: {
        ...session,
        person: { id: 8, full_name: 'Lea', email: 'lea@a.example' },
        roles: ['Learner'],
        scopes: [],
      },
    }),
  },
  overview: { path: '/', text: /^(Completed|Abgeschlossen|Terminées)$/ },
  'first-steps-token': {
    path: '/',
    text: /grant_type=client_credentials/,
    answers: only(/auth\/applications$/, {
      body: { total: 1, hits: [{ ...applications[0], last_used_time: null }] },
    }),
    act: (page) => page.locator('.plot > svg').waitFor(),
  },
  'overview-failed': {
    path: '/',
    text: /6f1c2a9e/,
    answers: only(/(limits|enrollment-statistics)$/, refusal(404, 'not_found')),
  },
  webhooks: {
    path: '/webhooks',
    text: 'https://partner.example/hooks/learning',
    act: (page) => page.locator('.sparkline').nth(1).waitFor(),
  },
  'webhooks-numbers-failed': {
    path: '/webhooks',
    text: /6f1c2a9e/,
    answers: only(/webhook-statistics$/, refusal(404, 'not_found')),
  },
  'webhooks-empty': {
    path: '/webhooks',
    text: /No webhook yet|Noch kein Webhook|Pas encore de webhook/,
    answers: only(/webhooks$/, { body: { total: 0, hits: [] } }),
  },
  'webhooks-forbidden': {
    path: '/webhooks',
    text: /webhook\.read/,
    answers: only(
      /webhooks$/,
      refusal(403, 'insufficient_scope', { message: 'This needs the scope webhook.read.' }),
    ),
  },
  'webhooks-failed': {
    path: '/webhooks',
    text: /6f1c2a9e/,
    answers: only(/webhooks$/, refusal(500, 'internal_error')),
  },
  'webhook-new': { path: '/webhooks/new', text: 'enrolment.create' },
  deliveries: { path: '/webhooks/3', text: 'user.create' },
  'deliveries-parked': { path: '/webhooks/4', text: /128/ },
  'deliveries-filtered': {
    path: '/webhooks/3?state=failed&type=user.create&from=1795700000',
    text: /No delivery matches|Keine Zustellung passt|Aucune livraison ne correspond/,
    answers: only(/deliveries$/, { body: { total: 0, hits: [], next_cursor: 'older' } }),
  },
  delivery: {
    path: '/webhooks/3/deliveries/4719',
    text: 'curl',
    act: (page) => page.locator('summary').first().click(),
  },
  statistics: { path: '/webhooks/3/statistics', text: /94/ },
  'statistics-table': {
    path: '/webhooks/3/statistics',
    text: /94/,
    act: async (page) => {
      const toTable = button(page, /table|Tabelle|tableau/);
      await toTable.first().click();
      await toTable.first().click();
    },
  },
  settings: { path: '/webhooks/3/settings', text: 'enrolment.create' },
  test: {
    path: '/webhooks/3',
    text: 'user.create',
    act: async (page) => {
      await button(page, /^(Send test|Test senden|Envoyer un test)$/).click();
      await page.getByRole('dialog').getByText('200').waitFor();
    },
  },
  replay: {
    path: '/webhooks/3',
    text: 'user.create',
    act: async (page) => {
      await button(page, /^(Replay|Erneut senden|Rejouer)/).click();
      await page.getByRole('dialog').getByRole('combobox').fill('create');
      await page.getByRole('option', { name: 'user.create' }).click();
      await page.keyboard.press('Escape');
      await button(page, /^(Count|Zählen|Compter)$/).click();
      await button(page, /42/).waitFor();
    },
  },
  rotate: {
    path: '/webhooks/3/settings',
    text: 'enrolment.create',
    act: async (page) => {
      await button(page, /^(Rotate|Erneuern|Renouveler)/).click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await page.getByText(/whsec_/).waitFor();
    },
  },
  remove: {
    path: '/webhooks/3/settings',
    text: 'enrolment.create',
    act: async (page) => {
      await button(page, /^(Delete|Löschen|Supprimer)$/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'go-to': {
    path: '/webhooks',
    text: 'https://partner.example/hooks/learning',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox').fill('evt_0d4b8a6f2e9c4b7f8a1d3c5e7f904719');
      await page
        .getByRole('menuitem', { name: /^user\.create/ })
        .first()
        .waitFor();
    },
  },
  'go-to-number': {
    path: '/webhooks',
    text: 'https://partner.example/hooks/learning',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox').fill('812');
      await page.getByRole('menuitem').nth(6).waitFor();
    },
  },
  'go-to-client': {
    path: '/webhooks',
    text: 'https://partner.example/hooks/learning',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox').fill('hr-sync');
      await page.getByRole('menuitem', { name: 'HR synchronisation' }).waitFor();
    },
  },
  applications: { path: '/applications', text: 'Course Finder' },
  'applications-empty': {
    path: '/applications?kind=connected',
    text: /No connected application|Keine verbundene Anwendung|Aucune application connectée/,
    answers: only(/applications$/, { body: { total: 0, hits: [] } }),
  },
  'application-new': { path: '/applications/new', text: /^(Redirect|Rücksprung|Adress)/ },
  'application-own': { path: '/applications/hr-sync', text: 'ES256' },
  'application-connected': { path: '/applications/course-finder', text: 'Ana Silva' },
  'application-blocked': { path: '/applications/nosy', text: /^(Unblock|Entsperren|Débloquer)$/ },
  'application-approve': {
    path: '/applications/course-finder',
    text: 'Ana Silva',
    act: async (page) => {
      await button(page, /^(Change approval|Freigabe ändern|Modifier l’approbation)/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'application-disconnect': {
    path: '/applications/course-finder',
    text: 'Ana Silva',
    act: async (page) => {
      await button(page, /^(Disconnect from|Von allen|Déconnecter de tous)/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'application-rotate': {
    path: '/applications/hr-sync',
    text: 'ES256',
    act: async (page) => {
      await button(page, /^(Rotate|Erneuern|Renouveler)/).click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await page.getByText(/cs_2026/).waitFor();
    },
  },
  plan: { path: '/portal', text: /Webhooks/ },
  'plan-failed': {
    path: '/portal',
    text: /6f1c2a9e/,
    answers: only(/limits$/, refusal(500, 'internal_error')),
  },
  branding: { path: '/portal/branding', text: /128 Ki[Bo]/ },
  'branding-images': {
    path: '/portal/branding',
    text: /128 Ki[Bo]/,
    answers: only(/branding$/, { body: brandingWithLogo }),
  },
  configuration: { path: '/portal/configuration', text: 'theme_size' },
  'configuration-switch': {
    path: '/portal/configuration',
    text: 'theme_size',
    act: async (page) => {
      await page.getByText('quiet_nights').first().waitFor();
      await page.locator('.switch').nth(2).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  audit: { path: '/audit', text: 'roles.changed' },
  'audit-empty': {
    path: '/audit?event=webhook.deleted&from=1795700000',
    text: /No entry matches|Kein Eintrag passt|Aucune entrée ne correspond/,
    answers: only(/audit-log$/, { body: { total: 0, hits: [] } }),
  },
  content: { path: '/content', text: 'First aid at work' },
  'content-page': { path: '/content?type=course&sort=title:asc&page=3', text: /101–150/ },
  'content-empty': {
    path: '/content?q=frist+aid&language=fr',
    text: /Nothing matches|Nichts passt|Aucun contenu ne correspond/,
    answers: only(/learning-objects$/, { body: { total: 0, hits: [], facets: {} } }),
  },
  'content-none': {
    path: '/content',
    text: /No content yet|Noch keine Inhalte|Pas encore de contenu/,
    answers: only(/learning-objects$/, { body: { total: 0, hits: [], facets: {} } }),
  },
  'content-failed': {
    path: '/content',
    text: /6f1c2a9e/,
    answers: only(/learning-objects$/, refusal(500, 'internal_error')),
  },
  'content-item': {
    path: '/content/812',
    text: 'Before you help',
    act: async (page) => {
      await button(page, /^(Show preview|Vorschau zeigen|Afficher l’aperçu)$/).click();
      await page.frameLocator('iframe').getByText('As learners see it').waitFor();
    },
  },
  'content-link': { path: '/content/813', text: 'A page of the intranet.' },
  'content-conflict': {
    path: '/content/813',
    text: 'A page of the intranet.',
    act: async (page) => {
      await page.getByRole('textbox').first().fill('Defibrillators');
      await page.locator('.form button[type=submit]').click();
      await page.getByRole('alert').getByRole('table').waitFor();
    },
    answers: changedMeanwhile(),
  },
  'content-unpublish': {
    path: '/content/812',
    text: 'Before you help',
    act: async (page) => {
      await button(page, /^(Unpublish|Zurückziehen|Dépublier)$/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'content-new': {
    path: '/content/new',
    text: 'pt-br',
    act: async (page) => {
      await page.locator('.form button[type=submit]').click();
      await page.locator('.fault').first().waitFor();
    },
    answers: ({ method }) =>
      method === 'POST'
        ? refusal(400, 'validation_failed', {
            additional_errors: [{ path: 'title', message: 'must not be empty', error_code: 'too_small' }],
          })
        : undefined,
  },
  ...shownSelections,
  'content-missing': { path: '/content/1', text: /6f1c2a9e/ },
  'person-menu': {
    path: '/webhooks',
    text: 'https://partner.example/hooks/learning',
    act: async (page) => {
      await button(page, /^Ada/).click();
      await page.getByRole('menuitemradio', { name: 'Français' }).waitFor();
    },
  },
  'not-found': { path: '/no/such/page', text: /no such page|gibt es nicht|n’existe pas/ },
};

/** A short run leaves out the states that need other answers, such as an error or an empty list. */
const examined = Object.entries(shown).filter(([, { answers }]) => examinesAll || !answers);

describeWith('chromium', 'every page of the console', () => {
  let harness: WebHarness;
  let browser: WebBrowser;
  beforeAll(async () => {
    harness = await WebHarness.start();
    browser = await WebBrowser.start();
  });
  afterAll(async () => {
    await browser.stop();
    await harness.stop();
  });

  describe.each(looks)('%s, %i px, %s', (_schemes, width, locale, branding) => {
    it.each(examined)('%s', async (name, { path, text, act, answers }) => {
      harness.answer((request) => {
        if (branding === 'plain' && request.path.endsWith('/branding'))
          return { body: { name: null, logo: null, light: null, dark: null } };
        return answers?.(request);
      });
      const page = await browser.open({ width, locale });
      await page.goto(harness.url + path);
      await page.getByText(text).first().waitFor();
      await act?.(page);
      expect(await examine(page, `${name}-${width}-${locale}-${branding}`)).toEqual([]);
      await browser.close(page);
    });
  });

  it('asks for at most four things at once', async () => {
    for (const path of [
      '/webhooks',
      '/webhooks/3',
      '/webhooks/3/statistics',
      '/webhooks/3/deliveries/4719',
      '/webhooks/3/settings',
      '/portal',
      '/portal/branding',
      '/portal/configuration',
      '/audit',
      ...peoplePaths,
      '/applications',
      '/applications/course-finder',
      '/content',
      '/content/812',
      ...selectionPaths,
    ]) {
      harness.answer();
      harness.requests.length = 0;
      const page = await browser.open();
      await page.goto(harness.url + path);
      await page.locator('table, ol.timeline, .plot, form, main h2').first().waitFor();
      await page.waitForLoadState('networkidle');
      const paths = harness.requests.map((request) => request.path);
      expect({ path, paths: paths.slice(4) }).toEqual({ path, paths: [] });
      await browser.close(page);
    }
  });
});
