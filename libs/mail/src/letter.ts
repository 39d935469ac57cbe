import { text, type Language, type TextKey } from '@app/texts';
import type { MailTemplate } from './outgoing-mail.js';

/** A mail as it is sent. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** What a mail ends with: one that nobody asked for must not say that it can be ignored, where a stranger may be in. */
const endings: Record<MailTemplate, TextKey | undefined> = {
  login: 'mail.ignore',
  invitation: 'mail.ignore',
  'password-reset': 'mail.ignore',
  'password-changed': 'mail.notYou',
  'second-factor-on': 'mail.notYou',
  'second-factor-off': 'mail.notYou',
  'recovery-codes': 'mail.notYou',
  'new-client': undefined,
  'webhook-disabled': undefined,
};

/** Whether there is such a mail. */
export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(endings, name);

const escaped = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Direction and control characters of a foreign name must not rearrange a mail. */
const unfit = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Writes a mail in both forms. @param link the address behind the button, when there is one. */
export function writeLetter(
  template: MailTemplate,
  language: Language,
  values: Record<string, string>,
  link?: string,
): Letter {
  const clean = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(unfit, ' ')]),
  );
  const t = (key: string) => text(language, key as TextKey, clean);
  const greeting = t('mail.greeting');
  const body = t(`mail.${template}.text`);
  const ending = endings[template] && t(endings[template]);
  const subject = t(`mail.${template}.subject`);
  const button = link === undefined ? '' : t(`mail.${template}.button`);
  return {
    subject,
    text: [greeting, body, link, ending].filter(Boolean).join('\n\n') + '\n',
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font:16px/1.5 sans-serif;color:#1b2333;max-width:36em;margin:2em auto;padding:0 1em">
<p>${escaped(greeting)}</p>
<p>${escaped(body)}</p>
${
  link === undefined
    ? ''
    : `<p><a href="${escaped(link)}" style="display:inline-block;padding:.6em 1.2em;border-radius:.5em;background:#1d5bd6;color:#fff;text-decoration:none">${escaped(button)}</a></p>
<p style="font-size:.875em;word-break:break-all">${escaped(link)}</p>`
}
${ending === undefined ? '' : `<p style="color:#55607a">${escaped(ending)}</p>\n`}</body></html>
`,
  };
}
