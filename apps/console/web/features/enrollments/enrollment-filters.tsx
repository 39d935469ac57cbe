import { useState, type ReactNode } from 'react';
import { useFoundPeople } from '../../app/people.queries.js';
import { useTexts } from '../../texts/texts.js';
import { startDay, toDay } from '../../ui/day.js';
import { TextField } from '../../ui/fields.js';
import { clearFilters, Filters, hasFilters, withFilter } from '../../ui/filters.js';
import { OptionalChoice } from '../../ui/optional-choice.js';
import { SearchCombo, type SearchHit } from '../../ui/search-combo.js';
import { enrollmentStateNames, historyNames, type EnrollmentsSearch } from './enrollments-search.js';
import { useFoundContent } from './enrollments.queries.js';

interface FiltersProps {
  search: EnrollmentsSearch;
  /** Names of the ids in the URL, once they are loaded. */
  person: string | undefined;
  content: string | undefined;
  onChange: (search: EnrollmentsSearch) => void;
}

/** Filters by person, content, state and time. */
export function EnrollmentFilters({ search, person, content, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const [personText, setPersonText] = useState<string>();
  const [contentText, setContentText] = useState<string>();
  const [chosen, setChosen] = useState<SearchHit>();
  const people = useFoundPeople(personText);
  const contents = useFoundContent(contentText);
  const set = (name: keyof EnrollmentsSearch, value: string | number | undefined) =>
    onChange(withFilter(search, name, value));
  const { user_id: userId, lo_id: loId } = search;
  const contentName = content ?? (chosen?.id === loId ? chosen?.name : undefined);
  return (
    <Filters
      label={t('enrollments.filters')}
      onClear={hasFilters(search) ? () => onChange(clearFilters(search)) : undefined}
    >
      <SearchCombo
        label={t('ui.person')}
        value={
          userId === undefined
            ? undefined
            : { id: userId, name: person ?? t('people.numbered', { id: String(userId) }) }
        }
        onChange={(person) => set('user_id', person?.id)}
        results={people.data}
        onSearch={setPersonText}
        placeholder={t('enrollments.anybody')}
      />
      <SearchCombo
        label={t('enrollments.content')}
        value={
          loId === undefined
            ? undefined
            : { id: loId, name: contentName ?? t('enrollments.numbered', { id: String(loId) }) }
        }
        onChange={(content) => {
          setChosen(content);
          set('lo_id', content?.id);
        }}
        results={contents.data}
        onSearch={setContentText}
        placeholder={t('enrollments.anything')}
      />
      <OptionalChoice
        label={t('ui.state')}
        choices={enrollmentStateNames.map((id) => ({ id, name: t(`enrollments.status.${id}`) }))}
        value={search.status}
        onChange={(id) => set('status', id)}
      />
      <OptionalChoice
        label={t('enrollments.history')}
        none={t('enrollments.history.live')}
        choices={historyNames.map((id) => ({ id, name: t(`enrollments.history.${id}`) }))}
        value={search.history}
        onChange={(id) => set('history', id)}
      />
      <OptionalChoice
        label={t('enrollments.parts')}
        none={t('enrollments.parts.with')}
        choices={[{ id: 'none', name: t('enrollments.parts.none') }]}
        value={search.parts}
        onChange={(id) => set('parts', id)}
      />
      <TextField
        type="date"
        label={t('enrollments.changedSince')}
        value={toDay(search.since)}
        onChange={(day) => set('since', startDay(day))}
      />
    </Filters>
  );
}
