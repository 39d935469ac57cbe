/**
 * Makes names chosen by users safe for mails. An attacker may name a person, a portal or an application, and other
 * people read that name in a mail of the service. It must look like a name, never like a link, a telephone number or a
 * sentence. Letters, digits and a few signs stay; everything that mail programs turn into links, or that ends a
 * sentence, is removed.
 */

/** Longer names are cut. */
const MAX_NAME_CHARACTERS = 40;
const MAX_HOST_CHARACTERS = 60;

/**
 * Characters that reverse text, hide it, or join it invisibly (Unicode categories Cc, Cf and the like). Joiners stay where
 * they change how letters look: between letters of Arabic script, and after a virama of the scripts of India (RFC 5892 A.1).
 */
const unseen =
  /(?!(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic}))(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca](?=[\u200c\u200d]))[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;
/** Letters of right-to-left scripts: they reorder the text around them unless isolated. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** One normal form of each character, without invisible ones; stacked marks on a letter are reduced. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(unseen, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1');

const isolateDirection = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

function cut(text: string, most: number): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** The name of a person, portal or application, for use in quotation marks; `…` when nothing is left of it. */
export function quoteName(value: string): string {
  const name = plain(value.slice(0, 1_000))
    .replace(/\b(?:https?|ftp|mailto|tel|www)\b/giu, ' ')
    .replace(/[^\p{L}\p{M}\p{N}\u200c\u200d'’&+ -]/gu, ' ')
    .replace(/\p{N}(?:[ '’&+-]*\p{N}){5,}/gu, '…')
    .replace(/ +/g, ' ')
    .trim();
  return isolateDirection(cut(name, MAX_NAME_CHARACTERS)) || '…';
}

/**
 * A first name for the greeting of a mail; undefined if it does not look like one. The mail then greets without a name.
 */
export function greetedName(value: string): string | undefined {
  const name = plain(value.slice(0, 1_000)).trim();
  const isName = /^\p{L}[\p{L}\p{M}\u200c\u200d'’-]*\.?(?: \p{L}[\p{L}\p{M}\u200c\u200d'’-]*\.?){0,2}$/u.test(
    name,
  );
  return isName && name.length <= 30 ? isolateDirection(name) : undefined;
}

/** A host name, or that of a URL, written so that no mail program turns it into a link: `partner[.]example`. */
export function displayHost(value: string): string {
  const address = URL.parse(value.includes('://') ? value : `https://${value}`);
  const host = (address?.host ?? '').replace(/[^a-z0-9.:-]/gi, '');
  // the end of a host name says who owns it
  const shown = host.length > MAX_HOST_CHARACTERS ? `…${host.slice(-MAX_HOST_CHARACTERS)}` : host;
  return shown.replaceAll('.', '[.]') || '…';
}
