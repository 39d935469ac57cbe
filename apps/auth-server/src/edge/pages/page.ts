import type { Language, TextKey } from '@app/texts';
import type { Session } from '../sessions/index.js';

/** The account page, to which all pages about an account link. */
export const ACCOUNT_ADDRESS = '/oauth/account';

/** A page: a template, its data, and the permitted redirects of its forms. */
export interface Page {
  template: string;
  title: TextKey;
  titleValues?: Record<string, string>;
  data?: Record<string, unknown>;
  status?: number;
  headers?: Record<string, string>;
  /** Default: the request's language. */
  language?: Language;
  /** The portal whose name, logo and colour the page displays, if not that of its request (PagePortals); null: none. */
  portalId?: number | null | undefined;
  /** The signed-in person, shown in the footer. */
  person?: Pick<Session, 'name' | 'email'> | undefined;
  /** The address at which the page can be opened again when it answers a POST; by default the account page. */
  address?: string;
  /** Whether its form is posted to an application, which may redirect the browser to any URL. */
  postsAway?: boolean;
  /** Whether its content can be displayed only once; then it has no language switch. */
  isShownOnce?: boolean;
}

export class Redirect {
  constructor(readonly location: string) {}
}

/**
 * The end of a form that leaves this service. Browsers check every later redirect against the form-action of our page,
 * so the answer is a page that leads on and not a redirect (contract 3.28).
 */
export class Departure {
  /** @param name of the application or front end at `location` */
  constructor(
    readonly location: string,
    readonly name: string,
    readonly page: Pick<Page, 'language' | 'portalId'> = {},
  ) {}
}

/** The result of a page handler; the interceptor of {@link ForPeople} sends it. */
export type PageAnswer = Page | Redirect | Departure;

export interface FormFailure {
  error: TextKey;
  values?: Record<string, string | number>;
  status?: number;
  headers?: Record<string, string>;
}

/** Members of a page that displays its form again with an error. */
export const failedWith = (failure: FormFailure | undefined) => ({
  status: failure?.status ?? 200,
  headers: failure?.headers ?? {},
});
