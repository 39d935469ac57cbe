import type { Departure, Page } from './page.js';

/** A form that a page posts automatically. */
interface FormPost {
  action: string;
  fields: Record<string, string>;
  /** The name of the receiving application. */
  name: string;
  page: Departure['page'];
}

/**
 * A page that posts to an application (OAuth 2.0 Form Post Response Mode), by a script or, without scripts, by a
 * button.
 */
export const formPostPage = ({ action, fields, name, page }: FormPost): Page => ({
  ...page,
  template: './form-post',
  title: 'departure.title',
  titleValues: { name },
  isShownOnce: true,
  postsAway: true,
  data: { action, fields, name },
});
