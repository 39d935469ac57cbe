import { BUTTON_COLORS, FIRST_LINE, type Letter } from './letter.js';
import { shownName } from './shown-value.js';

/** How a portal looks in a mail: names as others chose them, and the colours of its buttons as `#rrggbb`. */
export interface MailBrand {
  name: string | null;
  sender: string | null;
  button: { ground: string; text: string } | undefined;
}

/** The letter under the name of a portal, with buttons in its colour; its words stay ours. */
export function brandLetter(letter: Letter, { name, button }: MailBrand): Letter {
  let { html } = letter;
  // as functions, because replace() reads `$&` in a text
  if (name !== null)
    html = html.replace(FIRST_LINE, (line) => `${line}\n<p><strong>${plain(name)}</strong></p>`);
  if (button) html = html.replace(BUTTON_COLORS, () => `background:${button.ground};color:${button.text}`);
  return { ...letter, html };
}

/**
 * Of whom a mail comes: the name that the portal has chosen, then ours, at our own address; so that nobody can send in
 * the name of others.
 * @param from as `Learning Platform <noreply@learning.example>`, or an address alone
 */
export function senderOf(from: string, { sender }: MailBrand): string | { name: string; address: string } {
  if (sender === null) return from;
  const [, own = '', address = from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  return { name: `${shownName(sender)} (${own || address.split('@').at(-1)})`, address };
}

const plain = (name: string): string =>
  shownName(name).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
