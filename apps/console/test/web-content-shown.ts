import type { Page } from 'playwright-core';
import { refusal, type HarnessAnswer, type HarnessRequest } from './harness-messages.js';
import { session } from './web-answers.js';
import { shownCollections } from './web-content-selections.js';

/** A page, what shows that it is there, and what is done before it is examined. */
interface ShownSelection {
  path: string;
  text: string | RegExp;
  act?: (page: Page) => Promise<void>;
  answers?: (request: HarnessRequest) => HarnessAnswer | undefined;
}

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const openDialog = (name: RegExp) => async (page: Page) => {
  await press(page, name);
  await page.getByRole('dialog').waitFor();
};
const only =
  (path: RegExp, answer: HarnessAnswer) =>
  (request: HarnessRequest): HarnessAnswer | undefined =>
    path.test(request.path) ? answer : undefined;
const none = { body: { total: 0, hits: [] } };
const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]').click();
const rename = /^(Rename|Umbenennen|Renommer)/;
const remove = /^(Delete|Löschen|Supprimer)/;
const add = /^(Add content|Inhalte hinzufügen|Ajouter des contenus)/;
const create = /^(New|Neue|Nouve)/;

/** Pages of collections, content groups and packages. */
export const shownSelections: Record<string, ShownSelection> = {
  collections: { path: '/collections', text: 'First week' },
  'collections-none': {
    path: '/collections',
    text: /Nothing here yet|Noch nichts hier|Encore vide/,
    answers: only(/collections$/, none),
  },
  'collections-forbidden': {
    path: '/collections',
    text: /lo\.read/,
    answers: only(
      /collections$/,
      refusal(403, 'insufficient_scope', { message: 'This needs the scope lo.read.' }),
    ),
  },
  'collections-failed': {
    path: '/collections',
    text: /6f1c2a9e/,
    answers: only(/collections$/, refusal(500, 'internal_error')),
  },
  'collection-new': { path: '/collections', text: 'First week', act: openDialog(create) },
  'collection-limit': {
    path: '/collections',
    text: 'First week',
    act: async (page) => {
      await openDialog(create)(page);
      await page.getByRole('dialog').getByRole('textbox').fill('Second week');
      await submit(page);
      await page.getByText('1,000 collections').waitFor();
    },
    answers: ({ method }) =>
      method === 'POST'
        ? refusal(409, 'limit_reached', { message: 'Limit per portal: 1,000 collections.' })
        : undefined,
  },
  collection: { path: '/collections/7', text: 'First aid at work' },
  'collection-default': { path: '/collections/default', text: 'First aid at work' },
  'collection-empty': { path: '/collections/8', text: /Nothing here yet|Noch nichts hier|Encore vide/ },
  'collection-search': {
    path: '/collections/7?q=frist',
    text: /Nothing matches|Nichts passt|Aucun contenu ne correspond/,
  },
  'collection-missing': { path: '/collections/99', text: /6f1c2a9e/ },
  'collection-items-failed': {
    path: '/collections/7',
    text: /6f1c2a9e/,
    answers: only(/learning-objects$/, refusal(500, 'internal_error')),
  },
  'collection-add': {
    path: '/collections/7',
    text: 'First aid at work',
    act: async (page) => {
      await openDialog(add)(page);
      const field = page.getByRole('dialog').getByRole('combobox');
      await field.fill('safety');
      await page.getByRole('option', { name: /Safety at work/ }).click();
      await page.locator('.chosen').waitFor();
    },
  },
  'collection-changed': {
    path: '/collections/7',
    text: 'First aid at work',
    act: async (page) => {
      await openDialog(rename)(page);
      await page.getByRole('dialog').getByRole('textbox').fill('Week one');
      await submit(page);
      await page.getByRole('alert').getByRole('table').waitFor();
    },
    answers: renamedMeanwhile(),
  },
  'collection-delete': { path: '/collections/7', text: 'First aid at work', act: openDialog(remove) },
  'collection-take-out': {
    path: '/collections/7',
    text: 'First aid at work',
    act: openDialog(/^(Take out|Herausnehmen|Retirer) ?: /),
  },
  'collection-read-only': {
    path: '/collections/7',
    text: 'First aid at work',
    answers: only(/session$/, { body: { ...session, roles: ['Manager'] } }),
  },
  groups: { path: '/groups', text: 'For our branches' },
  'groups-none': {
    path: '/groups',
    text: /Nothing here yet|Noch nichts hier|Encore vide/,
    answers: only(/content-groups$/, none),
  },
  group: { path: '/groups/31', text: 'First aid at work' },
  'group-foreign': { path: '/groups/32', text: 'First aid at work' },
  'group-delete': { path: '/groups/31', text: 'First aid at work', act: openDialog(remove) },
  packages: { path: '/content/packages', text: /SCORM/ },
  'packages-end': {
    path: '/content/packages',
    text: /SCORM/,
    act: openDialog(/^(End all packages|Alle Pakete beenden|Mettre fin)/),
  },
  'content-retire': {
    path: '/content/812',
    text: 'Before you help',
    act: openDialog(/^(Retire|Aus dem Bestand|Retirer du)/),
  },
};

/** Somebody else renames the collection before the change arrives. */
function renamedMeanwhile() {
  let isOpened = false;
  return ({ method, path }: HarnessRequest): HarnessAnswer | undefined => {
    if (path.endsWith('/session')) isOpened = false; // another page opens
    if (method !== 'GET' || !path.endsWith('/collections/7')) return undefined;
    const title = isOpened ? 'Onboarding' : shownCollections[1]!.title;
    isOpened = true;
    return { body: { ...shownCollections[1], title }, headers: { etag: isOpened ? '"two"' : '"one"' } };
  };
}

/** Where at most four things are asked for at once. */
export const selectionPaths = ['/collections', '/collections/7', '/groups', '/groups/31'];
