/**
 * What the name of a `name=value` pair in a URL can be read as: the decoded name, and each part of it in brackets.
 * Never fails; what cannot be decoded stays as it is.
 */
export function nameParts(pair: string): string[] {
  const text = pair
    .split('=', 1)[0]!
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return text
    .split('=', 1)[0]!
    .split(/[[\]\s+]+/)
    .filter(Boolean);
}
