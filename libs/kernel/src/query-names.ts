/**
 * What the name of a `name=value` pair of an address may be read as: decoded, and each part of it that brackets set
 * off. Never fails; what cannot be decoded stays.
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
