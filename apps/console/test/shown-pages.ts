import type { Page } from 'playwright-core';
import { session } from './web-answers.js';
import { applications } from './web-answers-applications.js';
import { refusal, type Override } from './web-harness.js';
import { brandingWithLogo } from './web-portal-answers.js';

/** A page, the text that shows it has loaded, and the steps before it is examined. */
export interface ShownPage {
  path: string;
  text: string | RegExp;
  act?: (page: Page) => Promise<void>;
  answers?: Override;
}

export const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
export const openDialog = (name: RegExp) => async (page: Page) => {
  await press(page, name);
  await page.getByRole('dialog').waitFor();
};
const only =
  (path: RegExp, answer: ReturnType<Override>): Override =>
  (request) =>
    path.test(request.path) ? answer : undefined;

/** The shell, webhooks, applications and the portal. A state that many pages share is here once. */
export const shownPages: Record<string, ShownPage> = {
  'role-missing': {
    path: '/webhooks/new',
    text: /Administrat/,
    answers: ({ path }) =>
      path === '/bff/session' ? { body: { ...session, roles: ['Manager'] } } : undefined,
  },
  'sign-in-here': {
    path: '/webhooks/new',
    text: 'enrolment.create',
    answers: ({ method }) =>
      method === 'POST' ? { status: 401, body: { error_code: 'session_ended' } } : undefined,
    act: async (page) => {
      await page.evaluate('window.open = () => null');
      await page.getByRole('textbox').first().fill('https://partner.example/new');
      await page.locator('.form button[type=submit]').click();
      await page.getByRole('dialog').locator('.button-primary').click();
      await page.getByRole('dialog').getByRole('link').waitFor();
    },
  },
  'configuration-key': {
    path: '/portal/configuration',
    text: 'theme_size',
    act: async (page) => {
      await page.locator('tbody button').last().click();
      await page.getByRole('dialog').getByRole('textbox').fill('dark');
      await page.getByRole('dialog').locator('.fault').getByText(/JSON/).waitFor();
    },
  },
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
  'all-deliveries': { path: '/webhooks/deliveries', text: 'enrolment.update' },
  overview: {
    path: '/',
    text: /^(Completed|Abgeschlossen|Terminées)$/,
    act: (page) => page.getByRole('slider').focus(),
  },
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
  delivery: { path: '/webhooks/3/deliveries/4719', text: 'curl' },
  statistics: { path: '/webhooks/3/statistics', text: /94/ },
  'statistics-table': {
    path: '/webhooks/3/statistics',
    text: /94/,
    act: async (page) => {
      await press(page, /table|Tabelle|tableau/);
      await press(page, /table|Tabelle|tableau/);
    },
  },
  settings: { path: '/webhooks/3/settings', text: 'enrolment.create' },
  test: {
    path: '/webhooks/3',
    text: 'user.create',
    act: async (page) => {
      await press(page, /^(Send test|Test senden|Envoyer un test)$/);
      await page.getByRole('dialog').getByText('200').waitFor();
    },
  },
  replay: {
    path: '/webhooks/3',
    text: 'user.create',
    act: async (page) => {
      await press(page, /^(Replay|Erneut senden|Rejouer)/);
      await page.getByRole('dialog').getByRole('combobox').fill('create');
      await page.getByRole('option', { name: 'user.create' }).click();
      await page.keyboard.press('Escape');
      await press(page, /^(Count|Zählen|Compter)$/);
      await page.getByRole('button', { name: /42/ }).waitFor();
    },
  },
  rotate: {
    path: '/webhooks/3/settings',
    text: 'enrolment.create',
    act: async (page) => {
      await press(page, /^(Rotate|Erneuern|Renouveler)/);
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await page.getByText(/whsec_/).waitFor();
    },
  },
  remove: {
    path: '/webhooks/3/settings',
    text: 'enrolment.create',
    act: openDialog(/^(Delete|Löschen|Supprimer)$/),
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
      await page.getByRole('searchbox').fill('77');
      await page.getByRole('menuitem').first().waitFor();
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
  'application-new': { path: '/applications/new', text: /^(Redirect|Rücksprung|Adress)/ },
  'application-own': { path: '/applications/hr-sync', text: 'ES256' },
  'application-connected': { path: '/applications/course-finder', text: 'Ana Silva' },
  'application-blocked': { path: '/applications/nosy', text: /^(Unblock|Entsperren|Débloquer)$/ },
  'application-approve': {
    path: '/applications/course-finder',
    text: 'Ana Silva',
    act: async (page) => {
      await press(page, /^(Change approval|Freigabe ändern|Modifier l’approbation)/);
      await page.getByRole('dialog').getByText('staging.course-finder.example').waitFor();
    },
  },
  plan: { path: '/portal', text: /Webhooks/ },
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
  'api-errors': { path: '/api-errors', text: 'validation_failed' },
  'person-menu': {
    path: '/webhooks',
    text: 'https://partner.example/hooks/learning',
    act: async (page) => {
      await press(page, /^Ada/);
      await page.getByRole('menuitemradio', { name: 'Français' }).waitFor();
    },
  },
  'not-found': { path: '/no/such/page', text: /no such page|gibt es nicht|n’existe pas/ },
};

/** Addresses of pages that read something. */
export const pagePaths = [
  '/webhooks',
  '/webhooks/deliveries',
  '/webhooks/3',
  '/webhooks/3/statistics',
  '/webhooks/3/deliveries/4719',
  '/webhooks/3/settings',
  '/portal',
  '/portal/branding',
  '/portal/configuration',
  '/audit',
  '/api-errors',
  '/people',
  '/people/new',
  '/people/12',
  '/people/12/profile',
  '/people/12/access',
  '/enrollments',
  '/enrollments?user_id=12&lo_id=77',
  '/enrollments/501',
  '/enrollments/aggregates',
  '/enrollments/aggregates?lo_id=77',
  '/applications',
  '/applications/course-finder',
  '/applications/hr-sync',
  '/content',
  '/content/812',
  '/collections',
  '/collections/7',
  '/groups',
  '/groups/31',
];
