import { Forbidden } from '@app/kernel';

/** Seconds for which the login that began a family of tokens counts as recent. */
export const FRESH_LOGIN_SECONDS = 600;

const CHALLENGE = `Bearer error="insufficient_user_authentication", max_age="${FRESH_LOGIN_SECONDS}"`;

/** 403 `fresh_login_required`, with the challenge of RFC 9470. */
export class FreshLoginRequired extends Forbidden {
  /** @param what the subject of the sentence in the message */
  constructor(what = 'This') {
    super(
      'fresh_login_required',
      `${what} needs a token from a login with the person’s own password in the last ten minutes.`,
      { headers: { 'www-authenticate': CHALLENGE } },
    );
  }
}
