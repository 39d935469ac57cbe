/** The different addresses of a text, separated by lines, blanks, commas or semicolons. */
export function readAddresses(text: string): string[] {
  const byLowerCase = new Map<string, string>();
  for (const address of text.split(/[\s,;]+/))
    if (address !== '' && !byLowerCase.has(address.toLowerCase()))
      byLowerCase.set(address.toLowerCase(), address);
  return [...byLowerCase.values()];
}
