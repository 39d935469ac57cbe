import { tableRegistry, type TableEntry } from '@app/database';
import { limits, type Limit } from '@app/limits';

const oneLine = (text: string): string => text.replaceAll('|', '\\|');

/** The tables of docs/limits.md, from the list that the code reads its numbers from. */
export function limitsTables(): string {
  const rows = Object.entries<Limit>(limits).map(
    ([name, { what, most, per, counted, beyond }]) =>
      `| \`${name}\` | ${oneLine(what)} | ${most.toLocaleString('en')} | ${per} | ${counted} | ${oneLine(beyond)} |`,
  );
  const rest = Object.entries<TableEntry>(tableRegistry).flatMap(([table, { limitedBy }]) =>
    'unlimited' in limitedBy ? [`| \`${table}\` | ${oneLine(limitedBy.unlimited)} |`] : [],
  );
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
