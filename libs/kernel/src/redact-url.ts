import { nameParts } from './query-names.js';

/**
 * Parameters whose values may be logged (contract 3.42), in lower case: they say what is requested, never by whom or
 * with which right. All other values in a query are removed, including those of unknown parameters.
 */
const shownParameters = new Set(
  `approval_prompt client_id code_challenge_method collection content_group count creation_path duration event
  eventenddate eventstartdate exclude_child_enrollments facets from id include kid language limit lo_id lo_ids locale
  location max_age min_enrollment_count new offset partner_portal_id portal_name premium price prompt provider providers
  re-enroll response_mode response_type roles scope scroll sort subscribed to topics type ui_locales updated
  updatedafter user_id`.split(/\s+/),
);

/** Path segments followed by a token, for URLs without a route. */
const beforeTokens = new Set(['launch', 'preview']);

const REMOVED = '[redacted]';
const MAX_LENGTH = 1_000;

/** RFC 6749 2.2: a client_id is no secret. */
const clientId = /^[A-Za-z0-9._~-]{1,100}$/;

/** Neither an e-mail address nor as long as a token. */
const isPlain = (text: string): boolean =>
  text.length <= 200 && /^[\w.,:+%[\]-]*$/.test(text) && !/%40|[A-Za-z0-9_-]{24}/i.test(text);

/**
 * The URL of a request for the log, at most 1,000 characters: without tokens in the path, and with only those query
 * parameters that are known to be neither secret nor personal.
 * @param pattern of the route, such as `/v2/users/:userId`; numbers and client ids among its parameters stay
 */
export function redactUrl(url: string, pattern?: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const rest = end < 0 ? '' : url.slice(end);
  const shown = redactPath(path, pattern) + rest.replace(/([?&#])([^?&#]*)/g, redactPair);
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}...` : shown;
}

function redactPath(path: string, pattern: string | undefined): string {
  const segments = path.split('/');
  const parts = pattern === undefined || pattern.includes('*') ? undefined : pattern.split('/');
  return segments
    .map((segment, index) => {
      const part = parts?.[index];
      if (part?.startsWith(':'))
        return (part === ':clientId' ? clientId : /^\d{1,20}$/).test(segment) ? segment : REMOVED;
      if (part === segment) return segment;
      const isToken = segment !== '' && beforeTokens.has(segments[index - 1]?.toLowerCase() ?? '');
      return isToken || !isPlain(segment) ? REMOVED : segment;
    })
    .join('/');
}

function redactPair(_all: string, mark: string, pair: string): string {
  if (pair === '') return mark;
  const [name = '', value] = pair.split('=', 2);
  const names = nameParts(pair).map((part) => part.toLowerCase());
  const isShown = shownParameters.has(names[0] ?? '') && names.every(isPlain);
  const isHarmless =
    isShown && (value === undefined || isPlain(value) || (names[0] === 'client_id' && clientId.test(value)));
  // a text after a second "=" is not part of a plain value
  if (isHarmless && pair.split('=').length <= 2) return `${mark}${pair}`;
  return value !== undefined && isPlain(name) && !/%3d/i.test(name)
    ? `${mark}${name}=${REMOVED}`
    : `${mark}${REMOVED}`;
}
