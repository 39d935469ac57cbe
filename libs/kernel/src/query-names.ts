/**
 * All readings of the name in a `name=value` pair of a URL: the decoded name, and each of its parts in brackets. Never
 * throws; undecodable parts are unchanged.
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
