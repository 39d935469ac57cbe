import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { startDay, toDay } from '../../ui/day.js';
import { TextField } from '../../ui/fields.js';
import { clearFilters, Filters, hasFilters, withFilter } from '../../ui/filters.js';
import { OptionalChoice } from '../../ui/optional-choice.js';
import { WordField } from '../../ui/word-field.js';
import { personStatusNames, roleWordNames, type PeopleSearch } from './users-search.js';
import { useCustomFields } from './users.queries.js';

interface FiltersProps {
  search: PeopleSearch;
  onChange: (search: PeopleSearch) => void;
}

/** Filters by name, state, role, last sign-in and a custom field. */
export function PeopleFilters({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const { data: fields = [] } = useCustomFields();
  const set = (name: keyof PeopleSearch, value: string | number | undefined) =>
    onChange(withFilter(search, name, value));
  return (
    <Filters
      label={t('people.filters')}
      onClear={hasFilters(search) ? () => onChange(clearFilters(search)) : undefined}
    >
      <div className="people-search">
        <WordField
          label={t('people.search')}
          placeholder={t('people.searchHint')}
          value={search.q ?? ''}
          onChange={(text) => set('q', text)}
        />
      </div>
      <OptionalChoice
        label={t('people.status')}
        none={t('people.status.open')}
        choices={personStatusNames.map((id) => ({ id, name: t(`people.status.${id}`) }))}
        value={search.status}
        onChange={(id) => set('status', id)}
      />
      <OptionalChoice
        label={t('people.roles')}
        choices={roleWordNames.map((id) => ({ id, name: t(`people.role.${id}`) }))}
        value={search.role}
        onChange={(id) => set('role', id)}
      />
      <TextField
        type="date"
        label={t('people.loginBefore')}
        value={toDay(search.login_before)}
        onChange={(day) => set('login_before', startDay(day))}
      />
      {fields.length > 0 && (
        <OptionalChoice
          label={t('people.field')}
          choices={fields.map(({ name }) => ({ id: name, name }))}
          value={search.field}
          onChange={(name) => onChange(withFilter(withFilter(search, 'value', undefined), 'field', name))}
        />
      )}
      {search.field && (
        <WordField label={search.field} value={search.value ?? ''} onChange={(text) => set('value', text)} />
      )}
    </Filters>
  );
}
