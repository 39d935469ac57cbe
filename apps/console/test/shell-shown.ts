import type { Page } from 'playwright-core';
import type { HarnessAnswer, HarnessRequest } from './harness-messages.js';
import { session } from './web-answers.js';

/** A page, what shows that it is there, and what is done before it is examined. */
interface ShownShell {
  path: string;
  text: string | RegExp;
  act?: (page: Page) => Promise<void>;
  answers?: (request: HarnessRequest) => HarnessAnswer | undefined;
}

/** The views that the shell puts in the place of a page or over it, and the form of a raw key. */
export const shownShell: Record<string, ShownShell> = {
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
};
