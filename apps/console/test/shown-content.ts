import type { Page } from 'playwright-core';
import { openDialog, press, type ShownPage } from './shown-pages.js';
import { learningObjects } from './web-content-answers.js';
import { session } from './web-answers.js';
import { refusal, type Override } from './web-harness.js';

/** Another user renames the link before the change arrives. */
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

/** Selects three people in the list, and opens the page that changes them. */
async function selectThree(page: Page): Promise<void> {
  for (const row of [0, 1, 2]) await page.locator('.row-choice > label').nth(row).click();
  await page.locator('a[href="/people/many"]').click();
  await page.locator('.form .select').first().waitFor();
}

/** People, enrollments and content. */
export const shownContent: Record<string, ShownPage> = {
  people: { path: '/people?sort=last_name%3Aasc&field=badge&value=4711', text: 'Grace Hopper' },
  'people-closed': { path: '/people?status=closed', text: 'Ada Gone' },
  'person-new': { path: '/people/new', text: 'department' },
  'people-import': {
    path: '/people/import',
    text: /CSV/,
    answers: ({ method, body }) => {
      if (method !== 'POST') return undefined;
      const { email } = body as { email: string };
      const fault = { path: 'email', message: 'must be an e-mail address', error_code: 'invalid_value' };
      return email.includes('@')
        ? { body: {} }
        : { status: 400, body: { error_code: 'bad_request', additional_errors: [fault] } };
    },
    act: async (page) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, /…/)]);
      const text =
        'E-mail;First name;Last name;department;Shoe size\na@x.example;Ana;Silva;Sales;38\nnobody;Ben;Berg;;43';
      await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await page.locator('.import-columns').waitFor();
      await page.locator('.button-primary').click();
      await page.getByRole('table').waitFor();
    },
  },
  'people-change': {
    path: '/people',
    text: 'Grace Hopper',
    act: async (page) => {
      await selectThree(page);
      await page.locator('.form .button-primary').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'people-changed': {
    path: '/people',
    text: 'Grace Hopper',
    answers: ({ method, path }) => {
      if (path === '/bff/session') return { body: { ...session, person: { ...session.person, id: 12 } } };
      return method === 'PATCH' ? refusal(409, 'last_administrator') : undefined;
    },
    act: async (page) => {
      await selectThree(page);
      await page.locator('.form .select').first().click();
      await page.getByRole('option', { name: /^(Block|Sperren|Bloquer)$/ }).click();
      await page.locator('.form .button-primary').click();
      await page.getByRole('dialog').locator('.button-danger').click();
      await page.getByRole('table').waitFor();
    },
  },
  person: { path: '/people/12', text: 'First aider' },
  'person-mail': { path: '/people/12', text: 'First aider', act: openDialog(/^(Pass|E-mail de mot)/) },
  'person-invited': {
    path: '/people/20',
    text: /^(Invited|Eingeladen|Invité)$/,
    answers: ({ method }) => (method === 'PATCH' ? refusal(409, 'user_exists', { user_id: 13 }) : undefined),
    act: async (page) => {
      await openDialog(/^(Correct|Adresse|Corriger)/)(page);
      await page.getByRole('dialog').getByRole('textbox').fill('katherine.johnson@acme.example');
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await page.getByRole('dialog').getByRole('link', { name: 'Katherine Johnson' }).waitFor();
    },
  },
  'person-profile': { path: '/people/12/profile', text: 'department' },
  'person-access': { path: '/people/12/access', text: 'Katherine Johnson' },
  'person-closed': { path: '/people/19/access', text: /closed|geschlossen|fermé/ },
  'person-link': {
    path: '/people/12',
    text: 'First aider',
    act: async (page) => {
      await press(page, /link|lien/i);
      await press(page, /^(Make a link|Link erstellen|Créer un lien)$/);
      await page.getByText('/l/8GKYqrTwjUPD8ILPZIo2LaLaSw').waitFor();
    },
  },
  'enroll-many': {
    path: '/enrollments/many',
    text: /e-?mail/i,
    answers: ({ method }) =>
      method === 'POST' ? { status: 409, body: { error_code: 'enrollment_exists' } } : undefined,
    act: async (page) => {
      await page.locator('textarea').fill('grace@acme.example');
      await page.getByRole('combobox').fill('safety');
      await page.getByRole('option', { name: /Safety at work/ }).click();
      await page.locator('.form button[type=submit]').click();
      await page.getByRole('table').waitFor();
    },
  },
  enrollments: { path: '/enrollments?status=overdue&sort=due_date%3Aasc', text: 'First aider' },
  'enrollments-filtered': { path: '/enrollments?user_id=12&lo_id=77&history=all', text: 'Grace Hopper' },
  enroll: {
    path: '/enrollments',
    text: 'Safety at work',
    act: async (page) => {
      await press(page, /^(Enroll|Einschreiben|Inscrire)$/);
      const [person, content] = [0, 1].map((index) =>
        page.getByRole('dialog').getByRole('combobox').nth(index),
      );
      await person!.fill('Grace');
      await page.getByRole('option', { name: /Grace/ }).click();
      await content!.fill('first');
      await page.getByRole('option', { name: /First aider/ }).click();
      await page
        .getByRole('dialog')
        .getByText(/award|Auszeichnung|récompense/)
        .waitFor();
    },
  },
  aggregates: { path: '/enrollments/aggregates', text: 'Safety at work' },
  enrollment: { path: '/enrollments/501', text: 'Grace Hopper' },
  'enrollment-archived': { path: '/enrollments/504', text: /archiv/i },
  content: { path: '/content', text: 'First aid at work' },
  'content-item': {
    path: '/content/812',
    text: 'Before you help',
    act: async (page) => {
      await press(page, /^(Show preview|Vorschau zeigen|Afficher l’aperçu)$/);
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
  'content-new': {
    path: '/content/new',
    text: 'pt-br',
    act: async (page) => {
      await page.getByRole('textbox').first().fill('Defibrillators');
      await page.locator('.form input[type=url]').fill('https://intranet.acme.example/aed');
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
  'content-missing': { path: '/content/1', text: /no such page|gibt es nicht|n’existe pas/ },
  collections: { path: '/collections', text: 'First week' },
  'collection-new': { path: '/collections', text: 'First week', act: openDialog(/^(New|Neue|Nouve)/) },
  collection: { path: '/collections/7', text: 'First aid at work' },
  'collection-default': { path: '/collections/default', text: 'First aid at work' },
  'collection-add': {
    path: '/collections/7',
    text: 'First aid at work',
    act: async (page) => {
      await press(page, /^(Add content|Inhalte hinzufügen|Ajouter des contenus)/);
      const field = page.getByRole('dialog').getByRole('combobox');
      await field.fill('safety');
      await page.getByRole('option', { name: /Safety at work/ }).click();
      await page.locator('.chosen').waitFor();
    },
  },
  groups: { path: '/groups', text: 'For our branches' },
  group: { path: '/groups/31', text: 'First aid at work' },
  'group-foreign': { path: '/groups/32', text: 'First aid at work' },
  packages: { path: '/content/packages', text: /SCORM/ },
};
