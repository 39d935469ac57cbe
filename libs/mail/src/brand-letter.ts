import { BUTTON_COLORS, FIRST_LINE, type Letter } from './letter.js';
import { quoteName } from './safe-names.js';

/** A portal's brand in a mail: names chosen by others, and the colours of its buttons as `#rrggbb`. */
export interface MailBrand {
  name: string | null;
  sender: string | null;
  button: { ground: string; text: string } | undefined;
  /** A PNG, and its size in pixels. */
  logo: { bytes: Buffer; width: number; height: number } | undefined;
}

export interface BrandedLetter extends Letter {
  attachments?: {
    cid: string;
    content: Buffer;
    contentType: string;
    filename: string;
    contentDisposition: 'inline';
  }[];
}

/** The largest size of a displayed logo, in pixels. */
const LOGO = { width: 240, height: 40 };
const LOGO_ID = 'logo@brand';

/**
 * Adds the portal's name and logo and the colour of its buttons to a letter; the text is not changed. The logo is part
 * of the mail: mail programs display it without asking, and it cannot be used to track whether the mail was read.
 */
export function brandLetter(letter: Letter, { name, button, logo }: MailBrand): BrandedLetter {
  let { html } = letter;
  const head = [logo && image(logo), name !== null && `<p><strong>${plain(name)}</strong></p>`].filter(
    Boolean,
  );
  // as functions, because replace() reads `$&` in a text
  if (head.length > 0) html = html.replace(FIRST_LINE, (line) => [line, ...head].join('\n'));
  if (button) html = html.replace(BUTTON_COLORS, () => `background:${button.ground};color:${button.text}`);
  if (!logo) return { ...letter, html };
  const content = { content: logo.bytes, contentType: 'image/png', filename: 'logo.png' };
  return { ...letter, html, attachments: [{ cid: LOGO_ID, contentDisposition: 'inline', ...content }] };
}

/** Has both width and height, because some mail programs support no other limit of an image's size. */
function image({ width, height }: { width: number; height: number }): string {
  const scale = Math.min(1, LOGO.width / width, LOGO.height / height);
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return `<p><img src="cid:${LOGO_ID}" alt="" width="${side(width)}" height="${side(height)}"></p>`;
}

/**
 * The sender of a mail: the portal's name, then the configured one, always with the configured address, so that a
 * portal cannot impersonate another sender.
 * @param configured as in `Learning Platform <noreply@learning.example>`, or just an address
 */
export function fromHeader(
  configured: string,
  { sender }: MailBrand,
): string | { name: string; address: string } {
  if (sender === null) return configured;
  const [, ownName = '', address = configured] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(configured) ?? [];
  return { name: `${quoteName(sender)} (${ownName || address.split('@').at(-1)})`, address };
}

const plain = (name: string): string =>
  quoteName(name).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
