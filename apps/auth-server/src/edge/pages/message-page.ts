import type { TextKey } from '@app/texts';
import type { Page } from './page.js';

/** A page that confirms an action and links to the account page. */
export const messagePage = (
  person: Page['person'],
  title: TextKey,
  text: TextKey,
  values: Record<string, string>,
): Page => ({
  template: './message',
  title,
  person,
  data: { message: text, values, link: { href: '/oauth/account', text: 'common.continue' } },
});
