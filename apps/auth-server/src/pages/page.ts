import type { Language, TextKey } from '@app/texts';
import type { Session } from '../sessions/index.js';

/** The account page, to which every page about an account leads back. */
export const ACCOUNT_ADDRESS = '/oauth/account';

/** What a page shows: a template, its data, and where it may lead. */
export interface Page {
  template: string;
  title: TextKey;
  titleValues?: Record<string, string>;
  data?: Record<string, unknown>;
  status?: number;
  headers?: Record<string, string>;
  /** By default that of the request. */
  language?: Language;
  /** The portal that the page is about: it bears its name, logo and colour. */
  portalId?: number | undefined;
  /** Whose page it is, shown in its footer. */
  person?: Pick<Session, 'name' | 'email'> | undefined;
  /** Where forms of this page may lead besides this server and https (CSP form-action). */
  redirectUri?: string | undefined;
}

/** A URL to redirect to instead. */
export class Redirect {
  constructor(readonly location: string) {}
}

/** What the handlers of pages return; the interceptor of {@link ForPeople} sends it. */
export type PageAnswer = Page | Redirect;

/** The message for a refused form. */
export interface FormFailure {
  error: TextKey;
  values?: Record<string, string | number>;
  status?: number;
  headers?: Record<string, string>;
}

/** The members of a page that shows its form again with what was wrong with it. */
export const failedWith = (failure: FormFailure | undefined) => ({
  status: failure?.status ?? 200,
  headers: failure?.headers ?? {},
});
