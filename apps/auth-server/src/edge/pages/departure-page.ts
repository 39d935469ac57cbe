import type { Departure, Page } from './page.js';

/** Redirects the browser, with and without script; the link is for browsers that support neither. */
export const departurePage = ({ location, name, page }: Departure): Page => ({
  ...page,
  template: './departure',
  title: 'departure.title',
  titleValues: { name },
  isShownOnce: true,
  headers: { refresh: `0; url=${location}` },
  data: { location, name },
});
