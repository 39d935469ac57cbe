import type { Language, TextKey } from '@app/texts';
import type { Session } from '../sessions/index.js';

/** Where people find what is theirs: the page that everything of an account leads back to. */
export const ACCOUNT_ADDRESS = '/oauth/account';

/** What a page shows: a template, its data, and how it may be left. */
export interface Page {
  template: string;
  title: TextKey;
  titleValues?: Record<string, string>;
  data?: Record<string, unknown>;
  status?: number;
  headers?: Record<string, string>;
  /** That of the request unless told. */
  language?: Language;
  /** The portal that the page is about: it bears its name, logo and colour. */
  portalId?: number | undefined;
  /** Whose page it is, told at its foot. */
  person?: Pick<Session, 'name' | 'email'> | undefined;
  /** Where forms of this page may lead besides this server and https (CSP form-action). */
  redirectUri?: string | undefined;
}

/** Another address to go to. */
export class Redirect {
  constructor(readonly location: string) {}
}

/** What the handlers of pages answer; the interceptor of {@link ForPeople} sends it. */
export type PageAnswer = Page | Redirect;

/** What a refused form says, as pages show it. */
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
