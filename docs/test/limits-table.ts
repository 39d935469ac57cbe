import { limits, unlimited, type Limit } from '@app/limits';

const oneLine = (text: string): string => text.replaceAll('|', '\\|');

/** The tables of docs/limits.md, from the list that the code reads its numbers from. */
export function limitsTables(): string {
  const rows = Object.entries<Limit>(limits).map(
    ([name, { what, most, per, counted, beyond }]) =>
      `| \`${name}\` | ${oneLine(what)} | ${most.toLocaleString('en')} | ${per} | ${counted} | ${oneLine(beyond)} |`,
  );
  const rest = Object.entries(unlimited)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([table, why]) => `| \`${table}\` | ${oneLine(why)} |`);
  return [
    '| limit | what | at most | per | counted | beyond |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '## Tables without a limit of their own',
    '',
    '| table | why |',
    '| --- | --- |',
    ...rest,
  ].join('\n');
}
