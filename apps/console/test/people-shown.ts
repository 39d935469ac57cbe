import type { Page } from 'playwright-core';
import type { HarnessAnswer, HarnessRequest } from './harness-messages.js';

/** A page, what shows that it is there, and what is done before it is examined. */
interface ShownPerson {
  path: string;
  text: string | RegExp;
  act?: (page: Page) => Promise<void>;
  answers?: (request: HarnessRequest) => HarnessAnswer | undefined;
}

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const emptyList =
  (path: RegExp) =>
  (request: HarnessRequest): HarnessAnswer | undefined =>
    path.test(request.path) ? { body: { total: 0, hits: [] } } : undefined;
/** An administrator has changed the same meanwhile. */
const changed =
  (path: RegExp, member: object) =>
  (request: HarnessRequest): HarnessAnswer | undefined =>
    request.method === 'GET' && path.test(request.path) && !/closed|archived/.test(request.query.toString())
      ? { body: member, headers: { etag: '"two"' } }
      : undefined;
/** The service has failed. */
const refused: HarnessAnswer = {
  status: 500,
  body: {
    code: 500,
    error_code: 'internal_error',
    message: 'internal_error',
    ref: '6f1c2a9e-4b7d-4f0a-9c3e-2d8b5a7e1f60',
  },
};
const save = /^(Save|Speichern|Enregistrer)$/;

/** Pages of people and of enrollments. */
export const shownPeople = (samples: {
  person: object;
  enrollment: object;
}): Record<string, ShownPerson> => ({
  people: { path: '/people', text: 'Grace Hopper' },
  'people-filtered': {
    path: '/people?q=nobody&status=blocked&role=content',
    text: /Nobody matches|Niemand passt|Personne ne correspond/,
    answers: emptyList(/users$/),
  },
  'people-closed': { path: '/people?status=closed', text: 'Ada Gone' },
  'person-new': { path: '/people/new', text: 'department' },
  'person-managers': {
    path: '/people/new',
    text: 'department',
    act: async (page) => {
      await page.getByRole('combobox').fill('Kath');
      await page.getByRole('option', { name: /Katherine/ }).click();
      await page.locator('.chosen').waitFor();
    },
  },
  person: { path: '/people/12', text: 'First aider' },
  'person-profile': { path: '/people/12/profile', text: 'department' },
  'person-access': { path: '/people/12/access', text: 'Katherine Johnson' },
  'person-changed': {
    path: '/people/12/access',
    text: 'Katherine Johnson',
    answers: changed(/users\/12$/, { ...samples.person, roles: ['Manager'], managers: [] }),
    act: async (page) => {
      await page.locator('.flag-group .checkbox').nth(1).click();
      await press(page, save);
      await page.getByRole('alert').waitFor();
    },
  },
  'person-block': {
    path: '/people/12/access',
    text: 'Katherine Johnson',
    act: (page) => press(page, /^(Block|Sperren|Bloquer) ?…$/),
  },
  'person-close': {
    path: '/people/12/access',
    text: 'Katherine Johnson',
    act: (page) => press(page, /^(Close|Schließen|Fermer) ?…$/),
  },
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
  enrollments: { path: '/enrollments', text: 'Safety at work' },
  'enrollments-filtered': { path: '/enrollments?user_id=12&lo_id=77&history=all', text: 'Grace Hopper' },
  'enrollments-none': {
    path: '/enrollments?status=completed&since=1795700000',
    text: /No enrollment matches|Keine Einschreibung passt|Aucune inscription ne correspond/,
    answers: emptyList(/enrollments$/),
  },
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
  'enrollments-failed': {
    path: '/enrollments',
    text: /6f1c2a9e/,
    answers: ({ path }) => (/enrollments$/.test(path) ? refused : undefined),
  },
  aggregates: { path: '/enrollments/aggregates', text: 'Safety at work' },
  'aggregates-content': { path: '/enrollments/aggregates?lo_id=77', text: 'Safety at work' },
  'aggregates-none': {
    path: '/enrollments/aggregates',
    text: /Nobody is enrolled|Noch ist niemand|Personne n’est encore/,
    answers: emptyList(/aggregates$/),
  },
  'aggregates-filtered': {
    path: '/enrollments/aggregates?least=100',
    text: /No content matches|Kein Inhalt passt|Aucun contenu ne correspond/,
    answers: emptyList(/aggregates$/),
  },
  'aggregates-failed': {
    path: '/enrollments/aggregates',
    text: /6f1c2a9e/,
    answers: ({ path }) => (/aggregates$/.test(path) ? refused : undefined),
  },
  enrollment: { path: '/enrollments/501', text: 'Grace Hopper' },
  'enrollment-archived': { path: '/enrollments/504', text: /archiv/i },
  'enrollment-changed': {
    path: '/enrollments/501',
    text: 'Grace Hopper',
    answers: changed(/enrollments\/501$/, {
      ...samples.enrollment,
      status: 'completed',
      result: 60,
      pass: true,
    }),
    act: async (page) => {
      await page.getByRole('spinbutton').or(page.locator('input[type=number]')).first().fill('75.5');
      await press(page, save);
      await page.getByRole('alert').waitFor();
    },
  },
  'enrollment-archive': {
    path: '/enrollments/501',
    text: 'Grace Hopper',
    act: (page) => press(page, /^(Archive|Archivieren|Archiver) ?…$/),
  },
});

/** Where at most four things are asked for at once. */
export const peoplePaths = [
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
];
