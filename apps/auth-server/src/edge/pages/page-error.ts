import { Problem } from '@app/kernel';
import type { Language, TextKey } from '@app/texts';

interface MoreOfError {
  /** Where the person can continue. */
  link?: { href: string; text: TextKey };
  headers?: Record<string, string>;
  /** Values to compare, below the message. */
  details?: { label: TextKey; value: string }[];
  /** The request's language, where it is known. */
  language?: Language;
}

/** A refusal that is displayed to a person. Never a redirect; 400 by default. */
export class PageError extends Problem {
  constructor(
    readonly text: TextKey,
    readonly values: Record<string, string | number> = {},
    status = 400,
    readonly more: MoreOfError = {},
  ) {
    super(status, 'page', text, { headers: more.headers ?? {} });
  }
}

/** 403: the form was not created for this browser, came from another site, or is too old. */
export const badForm = (more: MoreOfError = {}): PageError => new PageError('error.form', {}, 403, more);
