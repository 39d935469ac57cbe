import { useMemo, type ReactNode } from 'react';
import type { BatchFault } from '../../api/batch.js';
import { useTexts } from '../../texts/texts.js';
import { RowsTable } from '../../ui/table.js';
import { explainFault } from './imported-person.js';
import { writeResults, type PeopleLine } from './people-file.js';

/** Maximum number of displayed lines; the file with the results has all of them. */
const MAX_DISPLAYED_LINES = 100;

interface FaultsProps {
  faults: readonly BatchFault<PeopleLine>[];
  toEmail: (line: PeopleLine) => string;
}

/** The lines that cannot be imported, and why. */
export function ImportFaults({ faults, toEmail }: FaultsProps): ReactNode {
  const words = useTexts();
  const { t } = words;
  if (faults.length === 0) return null;
  const rows = faults.toSorted((one, other) => one.item.line - other.item.line).slice(0, MAX_DISPLAYED_LINES);
  return (
    <section>
      <h2>{t('import.bad', { count: faults.length })}</h2>
      <RowsTable
        caption={t('import.bad', { count: faults.length })}
        rows={rows}
        toKey={({ item }) => item.line}
        columns={[
          { name: t('import.line'), cell: ({ item }) => item.line },
          { name: t('people.email'), cell: ({ item }) => toEmail(item) },
          { name: t('import.reason'), cell: ({ error }) => explainFault(error, words) },
        ]}
      />
    </section>
  );
}

interface ResultProps extends FaultsProps {
  /** The lines that were sent. */
  lines: readonly PeopleLine[];
  allLines: readonly PeopleLine[];
}

/** How many people were imported, and a file with the result of each line. */
export function ImportResult({ lines, allLines, faults, toEmail }: ResultProps): ReactNode {
  const words = useTexts();
  const { t } = words;
  const reasons = new Map(faults.map(({ item, error }) => [item, error]));
  const count = lines.filter((line) => !reasons.has(line)).length;
  const href = useMemo(() => {
    const results = allLines.map((line) => {
      const error = reasons.get(line);
      const result = error ? explainFault(error, words) : t('import.result.created');
      return { line: line.line, email: toEmail(line), result };
    });
    const head = [t('import.line'), t('people.email'), t('import.reason')];
    return URL.createObjectURL(new Blob([writeResults(head, results)], { type: 'text/csv' }));
    // the result does not change any more
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div className="actions">
      <strong role="status">{t('import.done', { count })}</strong>
      <a className="button button-plain" href={href} download="import.csv">
        {t('import.download')}
      </a>
    </div>
  );
}
