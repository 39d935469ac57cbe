import { keptText, tableRegistry, type TableEntry } from '@app/database';

/** How long each table keeps its rows, as a Markdown table. */
export function retentionTable(): string {
  const rows = Object.entries<TableEntry>(tableRegistry).map(
    ([table, { kept: keptWords }]) =>
      `| \`${table}\` | ${keptText(keptWords)} | ${keptWords.by ? `\`${keptWords.by}\`` : ''} |`,
  );
  return ['| table | kept | removed by |', '| --- | --- | --- |', ...rows].join('\n');
}
