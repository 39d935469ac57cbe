import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { hasFilters } from '../../ui/filters.js';
import { MoreRows } from '../../ui/more-rows.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { EmptyState } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { EnrollButton } from './enroll-dialog.js';
import type { AggregatesSearch } from './aggregates-search.js';
import { enrollmentStatusNames, type EnrollmentStatusName } from './enrollments-search.js';
import { useAggregates, useContentNames, type ContentCounts } from './enrollments.queries.js';

interface CountsProps {
  search: AggregatesSearch;
  onClear: () => void;
}

/** Contents with their counts, most enrollments first. */
export function CountsByContent({ search, onClear }: CountsProps): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('enrollment.write');
  const query = useAggregates(search);
  const { data } = query;
  if (!data) return <NoAnswer query={query} />;
  const [first] = data.pages;
  if (first!.hits.length === 0) {
    const isFiltered = hasFilters(search);
    return (
      <EmptyState
        title={t(isFiltered ? 'enrollments.noContentMatch' : 'enrollments.noCounts')}
        action={
          isFiltered ? <Button onPress={onClear}>{t('ui.clear')}</Button> : canWrite && <EnrollButton />
        }
      />
    );
  }
  const columns = [
    { name: t('enrollments.content') },
    { name: t('enrollments.title'), isNumber: true },
    ...enrollmentStatusNames.map((status) => ({ name: t(`enrollments.status.${status}`), isNumber: true })),
  ];
  return (
    <>
      <p className="hint">
        {t('enrollments.contents', { count: first!.total })}. {t('enrollments.countsHint')}
      </p>
      <Table caption={t('enrollments.byContent')} columns={columns} isStale={query.isPlaceholderData}>
        {data.pages.map(({ hits }) => (
          <CountRows key={hits[0]?.lo_id ?? 0} hits={hits} />
        ))}
      </Table>
      <MoreRows query={query} />
    </>
  );
}

/** A page of counts. Titles are read by a separate request, for which the numbers do not wait. */
function CountRows({ hits }: { hits: readonly ContentCounts[] }): ReactNode {
  const { t } = useTexts();
  const { data: names } = useContentNames(hits.map(({ lo_id: id }) => id));
  return hits.map((counts) => {
    const name = names?.get(counts.lo_id);
    return (
      <CountRow
        key={counts.lo_id}
        counts={counts}
        title={name?.title ?? t('enrollments.numbered', { id: String(counts.lo_id) })}
        kind={name && t(`content.type.${name.type}`)}
      />
    );
  });
}

const countMembers = {
  'not-started': 'not_started_count',
  'in-progress': 'in_progress_count',
  completed: 'completed_count',
} as const satisfies Record<EnrollmentStatusName, keyof ContentCounts>;

interface RowProps {
  counts: ContentCounts;
  title: string;
  kind: string | undefined;
}

function CountRow({ counts, title, kind }: RowProps): ReactNode {
  const { t, locale } = useTexts();
  const { lo_id: loId, enrollment_count: total } = counts;
  const search = { lo_id: loId, parts: 'none' as const };
  return (
    <tr>
      <th scope="row">
        <Link to="/enrollments" search={search} className="row-link">
          {title}
        </Link>
        {kind && <span className="quiet below">{kind}</span>}
      </th>
      <td data-column={t('enrollments.title')} className="number">
        {total.toLocaleString(locale)}
      </td>
      {enrollmentStatusNames.map((status) => {
        const state = t(`enrollments.status.${status}`);
        const count = counts[countMembers[status]];
        const shown = count.toLocaleString(locale);
        return (
          <td key={status} data-column={state} className="number">
            {count === 0 ? (
              <span className="quiet">{shown}</span>
            ) : (
              <Link
                to="/enrollments"
                search={{ ...search, status }}
                className="row-link"
                aria-label={`${shown} · ${state} · ${title}`}
              >
                {shown}
              </Link>
            )}
            {status === 'completed' && count > 0 && (
              <span className="quiet"> {(count / total).toLocaleString(locale, { style: 'percent' })}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
