import type { Departure, Page } from './page.js';

/** Sends the browser on by itself, with and without script; its link is for browsers that do not follow. */
export const departurePage = ({ location, name, page }: Departure): Page => ({
  ...page,
  template: './departure',
  title: 'departure.title',
  titleValues: { name },
  isShownOnce: true,
  headers: { refresh: `0; url=${location}` },
  data: { location, name },
});
