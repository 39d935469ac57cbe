/** A row, by column. */
type Row = Readonly<Record<string, string | number>>;

/** Longer values end with an ellipsis: a terminal would wrap lines without regard to columns. */
const WIDEST = 48;

// control characters, for example in a partner's answer, would move the cursor
const shown = (value: string | number): string => {
  const text = String(value).replace(/\p{Control}+/gu, ' ');
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
};

/** Rows in aligned columns under their names; numbers are right-aligned. */
export function formatTable(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) =>
    Math.max(name.length, ...rows.map((row) => shown(row[name] ?? '').length)),
  );
  const line = (cells: (string | number)[]) =>
    cells
      .map((cell, index) => {
        const text = shown(cell);
        return typeof cell === 'number' ? text.padStart(widths[index]!) : text.padEnd(widths[index]!);
      })
      .join('  ')
      .trimEnd();
  return [
    line(names),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...rows.map((row) => line(names.map((name) => row[name] ?? ''))),
  ].join('\n');
}
