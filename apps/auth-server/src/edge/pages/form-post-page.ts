import type { Departure, Page } from './page.js';

/** Where a page of ours posts its form by itself, and what. */
interface FormPost {
  action: string;
  fields: Record<string, string>;
  /** Of the application there. */
  name: string;
  page: Departure['page'];
}

/** Posts to an application (OAuth 2.0 Form Post Response Mode): a script sends the form, a button where there is none. */
export const formPostPage = ({ action, fields, name, page }: FormPost): Page => ({
  ...page,
  template: './form-post',
  title: 'departure.title',
  titleValues: { name },
  isShownOnce: true,
  postsAway: true,
  data: { action, fields, name },
});
