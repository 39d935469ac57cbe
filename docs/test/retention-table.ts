import { retention, type Retention } from '@app/scheduled-tasks';

/** How long each table keeps its rows, as a Markdown table. */
export function retentionTable(): string {
  const rows = Object.entries<Retention>(retention).map(
    ([table, { kept, by }]) => `| \`${table}\` | ${kept} | ${by ? `\`${by}\`` : ''} |`,
  );
  return ['| table | kept | removed by |', '| --- | --- | --- |', ...rows].join('\n');
}
