import type { PageFacts } from '@app/catalogue';

const MAX_TITLE = 255;
const MAX_ADDRESS = 2048;
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * Title and image of an HTML page, from its Open Graph metadata, otherwise from its title element. Only text is
 * extracted: nothing of the page is ever displayed as HTML. Every repetition is bounded or stops at the next tag, so
 * that no page can take long.
 *
 * @param address URL of the page, to resolve relative image URLs
 */
export function pageFacts(html: string, address: string): PageFacts {
  const members = metaMembers(html);
  const title = members.get('og:title') ?? /<title(?:\s[^>]{0,200})?>([^<]{0,4000})/i.exec(html)?.[1];
  const image = members.get('og:image:secure_url') ?? members.get('og:image') ?? members.get('twitter:image');
  return { title: plainText(title), image: absolute(image, address) };
}

/** The first value of each property. */
function metaMembers(html: string): Map<string, string> {
  const members = new Map<string, string>();
  for (const [tag] of html.matchAll(/<meta\s[^<>]{1,2000}>/gi)) {
    const name = (attribute(tag, 'property') ?? attribute(tag, 'name'))?.toLowerCase();
    const content = attribute(tag, 'content');
    if (name && content && !members.has(name)) members.set(name, content);
  }
  return members;
}

function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

function plainText(text: string | undefined): string | undefined {
  const plain = decoded(text ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return plain === '' ? undefined : [...plain].slice(0, MAX_TITLE).join('');
}

function absolute(address: string | undefined, base: string): string | undefined {
  if (!address) return undefined;
  const url = URL.parse(decoded(address).trim(), base);
  return url && /^https?:$/.test(url.protocol) && url.href.length <= MAX_ADDRESS ? url.href : undefined;
}
