/** Quotes a text for a shell: within single quotes, only a single quote is special. */
const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The request of a delivery as a command, with its body byte for byte; without signatures, which are new each time. */
export function curlCommand(url: string, headers: Record<string, string>, body: string): string {
  const lines = [
    `curl -X POST ${quote(url)}`,
    ...Object.entries(headers)
      .filter(([name]) => !/^(host|content-length|connection)$/i.test(name))
      .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    `--data-raw ${quote(body)}`,
  ];
  return lines.join(' \\\n  ');
}
