import { colors, type } from '@app/look';
import { text, timeText, type Language, type TextKey } from '@app/texts';
import type { MailTemplate } from './outgoing-mail.js';
import { greetedName, displayHost, quoteName } from './safe-names.js';

/** A mail, ready to send. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** The last sentence of each mail. A mail about a possibly stolen account must not say that it can be ignored. */
const endings: Record<MailTemplate, TextKey | undefined> = {
  login: 'mail.ignore',
  invitation: 'mail.ignore',
  'new-portal': 'mail.notYou',
  'password-reset': 'mail.ignore',
  'password-changed': 'mail.notYou',
  'second-factor-on': 'mail.notYou',
  'second-factor-off': 'mail.notYou',
  'recovery-codes': 'mail.notYou',
  'second-factor-guessed': 'mail.notYou',
  'address-change': 'mail.ignore',
  'address-taken': 'mail.ignore',
  'address-changed': undefined,
  'address-undone': undefined,
  'merge-accounts': 'mail.notYou',
  'accounts-merged': undefined,
  'new-client': undefined,
  'secret-rotated': undefined,
  'keys-replaced': undefined,
  'redirect-uri-changed': undefined,
  'application-approved': undefined,
  'webhook-parked': undefined,
  'webhook-disabled': undefined,
};

/** The parts of the HTML that a portal's brand replaces. */
const { light } = colors;
export const BUTTON_COLORS = `background:${light.accent};color:${light['on-accent']}`;
// mail programs know no custom properties, and many change the colours themselves in the dark
export const FIRST_LINE = `<body style="font:${type.size}/${type.leading} ${type.font};color:${light.text};max-width:36em;margin:2em auto;padding:0 1em">`;

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(endings, name);

const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The kind of each value in mails, which decides how it is formatted. Every value that a text uses is listed here. */
const kinds = {
  name: 'greeted',
  portal: 'name',
  client: 'name',
  administrator: 'name',
  host: 'host',
  url: 'host',
  webhook_id: 'own',
  failing_since: 'time',
  forgotten: 'own',
  by: 'own',
} as const;

/** Values set by the service: a number, a URL of this service, or the actor. */
const valueRules: Record<'webhook_id' | 'forgotten' | 'by', RegExp> = {
  webhook_id: /^\d{1,20}$/,
  by: /^(you|operator)$/,
  forgotten: /^https?:\/\/[^\s"<>]+\/oauth\/password\/forgotten$/,
};

const isoTime = /^\d{4}-\d{2}-\d{2}T[\d:]{8}\+00:00$/;

/** @throws Error for a value of unknown kind, or that does not match its kind */
function formatValue(language: Language, name: string, value: string): string {
  const kind = (kinds as Record<string, (typeof kinds)[keyof typeof kinds] | undefined>)[name];
  if (kind === 'greeted') return greetedName(value) ?? '';
  if (kind === 'name') return quoteName(value);
  if (kind === 'host') return displayHost(value);
  if (kind === 'time' && isoTime.test(value)) return timeText(language, new Date(value));
  if (kind === 'own' && valueRules[name as keyof typeof valueRules].test(value)) return value;
  throw new Error(`the value ${name} cannot be in a mail`);
}

/**
 * Writes a mail as text and HTML. Names are quoted, so that they read neither as links nor as sentences of the service.
 * @param values `by: 'you'` names the recipient as the actor, in mails to several people; `by: 'operator'` names the
 *   operators of the service
 * @param link the URL behind the button, if there is one
 * @throws Error for a value that no text uses
 */
export function writeLetter(
  template: MailTemplate,
  language: Language,
  values: Record<string, string>,
  link?: string,
): Letter {
  const fit = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, formatValue(language, name, value)]),
  );
  const t = (key: string) => text(language, key as TextKey, fit);
  const greeting = t(fit['name'] ? 'mail.greeting' : 'mail.greeting.unnamed');
  const actor = values['by'];
  const body = t(`mail.${template}.text${actor === undefined ? '' : `.${actor}`}`);
  const ending = endings[template] && t(endings[template]);
  const subject = t(`mail.${template}.subject`);
  const button = link === undefined ? '' : t(`mail.${template}.button`);
  return {
    subject,
    text: [greeting, body, link, ending].filter(Boolean).join('\n\n') + '\n',
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${escaped(subject)}</title></head>
${FIRST_LINE}
<p>${escaped(greeting)}</p>
<p>${escaped(body)}</p>
${
  link === undefined
    ? ''
    : `<p><a href="${escaped(link)}" style="display:inline-block;padding:.6em 1.2em;border-radius:.5em;${BUTTON_COLORS};text-decoration:none">${escaped(button)}</a></p>
<p style="font-size:.875em;word-break:break-all">${escaped(link)}</p>`
}
${ending === undefined ? '' : `<p style="color:${light.quiet}">${escaped(ending)}</p>\n`}</body></html>
`,
  };
}
