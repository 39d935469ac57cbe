import { domainToASCII } from 'node:url';

/** Node's function also reads ports and paths, so only letters, digits, hyphens, joiners and full stops reach it. */
const labels = /^(?:(?!-)[\p{L}\p{M}\p{N}\u200c\u200d-]+(?<!-)(?:[.。．｡](?=.)|$))+$/u;
const notAscii = /[^\x00-\x7f]/;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/**
 * A typed e-mail address as it is stored and looked up: an internationalized domain in its ASCII form (UTS 46), as in
 * `x@xn--mnchen-3ya.example`. Returns anything else unchanged, also an address with an invalid domain.
 */
export function toAsciiAddress(address: string): string {
  const domain = domainOf(address);
  if (domain === address || !notAscii.test(domain) || !labels.test(domain)) return address;
  const ascii = domainToASCII(domain);
  return ascii === '' ? address : address.slice(0, -domain.length) + ascii;
}

/**
 * Whether an address in ASCII has a domain that can exist: short labels, and no broken ones of other scripts. Newer
 * versions of Node check those only next to a label that is not in ASCII.
 */
export const hasValidDomain = (address: string): boolean =>
  domainToASCII(`ü.${domainOf(address)}`) !== '' &&
  domainOf(address)
    .split('.')
    .every((label) => label.length <= 63);

/** Whether the part before the @ has other characters than those of ASCII. */
export const hasForeignLocalPart = (address: string): boolean =>
  address.includes('@') && notAscii.test(address.slice(0, address.lastIndexOf('@')));
