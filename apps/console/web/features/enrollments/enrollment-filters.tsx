import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { startDay, toDay } from '../../ui/day.js';
import { SelectField, TextField } from '../../ui/fields.js';
import { SearchCombo, type SearchHit } from '../../ui/search-combo.js';
import { enrollmentStatusNames, historyNames, type EnrollmentsSearch } from './enrollments-search.js';
import { useFoundContent, useFoundPeople } from './enrollments.queries.js';

interface FiltersProps {
  search: EnrollmentsSearch;
  /** Names of what the address has by number, as soon as they are known. */
  person: string | undefined;
  content: string | undefined;
  onChange: (search: EnrollmentsSearch) => void;
}

const ANY = 'any';

/** Filters in a row; a change is in the address at once. */
export function EnrollmentFilters({ search, person, content, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const [personText, setPersonText] = useState<string>();
  const [contentText, setContentText] = useState<string>();
  const [chosen, setChosen] = useState<SearchHit>();
  const people = useFoundPeople(personText);
  const contents = useFoundContent(contentText);
  const set = (name: keyof EnrollmentsSearch, value: string | number | undefined): void => {
    const { [name]: _, ...rest } = search;
    onChange(value === undefined || value === ANY ? rest : { ...rest, [name]: value });
  };
  const { user_id: userId, lo_id: loId } = search;
  const contentName = content ?? (chosen?.id === loId ? chosen?.name : undefined);
  return (
    <form
      className="filters"
      role="search"
      aria-label={t('enrollments.filters')}
      onSubmit={(event) => event.preventDefault()}
    >
      <SearchCombo
        label={t('enrollments.person')}
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
      <SelectField
        label={t('enrollments.status')}
        choices={[
          { id: ANY, name: t('ui.any') },
          ...enrollmentStatusNames.map((id) => ({ id, name: t(`enrollments.status.${id}`) })),
        ]}
        value={search.status ?? ANY}
        onChange={(id) => set('status', id)}
      />
      <SelectField
        label={t('enrollments.history')}
        choices={[
          { id: ANY, name: t('enrollments.history.live') },
          ...historyNames.map((id) => ({ id, name: t(`enrollments.history.${id}`) })),
        ]}
        value={search.history ?? ANY}
        onChange={(id) => set('history', id)}
      />
      <SelectField
        label={t('enrollments.parts')}
        choices={[
          { id: ANY, name: t('enrollments.parts.with') },
          { id: 'none', name: t('enrollments.parts.none') },
        ]}
        value={search.parts ?? ANY}
        onChange={(id) => set('parts', id)}
      />
      <TextField
        type="date"
        label={t('enrollments.changedSince')}
        value={toDay(search.since)}
        onChange={(day) => set('since', startDay(day))}
      />
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onPress={() => onChange({})}>
          {t('ui.clear')}
        </Button>
      )}
    </form>
  );
}
