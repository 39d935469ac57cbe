import { Problem } from '@app/kernel';
import type { TextKey } from '@app/texts';

/** A refusal that a person reads. Never a redirect; 400 unless told otherwise. */
export class PageError extends Problem {
  constructor(
    readonly text: TextKey,
    readonly values: Record<string, string | number> = {},
    status = 400,
    /** `link`: where the person can go on. */
    readonly more: { link?: { href: string; text: TextKey }; headers?: Record<string, string> } = {},
  ) {
    super(status, 'page', text, { headers: more.headers ?? {} });
  }
}

/** 403: the form was not made for this browser, came from another site, or is too old. */
export const badForm = (): PageError => new PageError('error.form', {}, 403);
