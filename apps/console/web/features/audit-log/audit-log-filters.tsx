import { useState, type ReactNode } from 'react';
import { ApplicationFilter } from '../../app/application-filter.js';
import { useFoundPeople, usePerson } from '../../app/people.queries.js';
import { useTexts } from '../../texts/texts.js';
import type { Words } from '../../texts/words.js';
import { TextField, type Choice } from '../../ui/fields.js';
import { Filters, hasFilters, withFilter } from '../../ui/filters.js';
import { fromLocalTime, toLocalTime } from '../../ui/local-time.js';
import { OptionalChoice } from '../../ui/optional-choice.js';
import { SearchCombo } from '../../ui/search-combo.js';
import type { AuditLogSearch } from './audit-log-search.js';

/** The prefix of the text keys of events. */
const EVENT_KEY_PREFIX = 'audit.did.';

/** The text of an event; the event's own name if there is none, as for an event of a newer service. */
export function nameEvent(event: string, { t, has }: Words): string {
  const key = `audit.did.${event}`;
  return has(key) ? t(key) : event;
}

interface FiltersProps {
  search: AuditLogSearch;
  onChange: (search: AuditLogSearch) => void;
}

/** Filters by event, people, application and time. */
export function AuditLogFilters({ search, onChange }: FiltersProps): ReactNode {
  const words = useTexts();
  const { t } = words;
  const set = (name: keyof AuditLogSearch, value: string | number | undefined) =>
    onChange(withFilter(search, name, value));
  return (
    <Filters label={t('audit.filters')} onClear={hasFilters(search) ? () => onChange({}) : undefined}>
      <OptionalChoice
        label={t('ui.event')}
        choices={listEvents(search.event, words)}
        value={search.event}
        onChange={(event) => set('event', event)}
      />
      <PersonFilter label={t('audit.by')} userId={search.user_id} onChange={(id) => set('user_id', id)} />
      <PersonFilter
        label={t('audit.about')}
        userId={search.about_user_id}
        onChange={(id) => set('about_user_id', id)}
      />
      <ApplicationFilter clientId={search.client_id} onChange={(id) => set('client_id', id)} />
      <TextField
        type="datetime-local"
        label={t('audit.from')}
        value={toLocalTime(search.from)}
        onChange={(text) => set('from', fromLocalTime(text))}
      />
      <TextField
        type="datetime-local"
        label={t('audit.to')}
        value={toLocalTime(search.to)}
        onChange={(text) => set('to', fromLocalTime(text))}
      />
    </Filters>
  );
}

interface PersonFilterProps {
  label: string;
  userId: number | undefined;
  onChange: (userId: number | undefined) => void;
}

function PersonFilter({ label, userId, onChange }: PersonFilterProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState<string>();
  const { data: person } = usePerson(userId);
  const found = useFoundPeople(text);
  return (
    <SearchCombo
      label={label}
      value={
        userId === undefined
          ? undefined
          : { id: userId, name: person?.full_name ?? t('people.numbered', { id: String(userId) }) }
      }
      onChange={(choice) => onChange(choice?.id)}
      results={found.data}
      onSearch={setText}
      placeholder={t('ui.any')}
    />
  );
}

/** The events in the order of their texts; an event without a text is listed by its name. */
function listEvents(chosen: string | undefined, words: Words): Choice[] {
  const knownEvents = words.listKeys(EVENT_KEY_PREFIX).map((key) => key.slice(EVENT_KEY_PREFIX.length));
  const events =
    chosen === undefined || knownEvents.includes(chosen) ? knownEvents : [...knownEvents, chosen];
  return events
    .map((id): Choice => ({ id, name: nameEvent(id, words) }))
    .sort((one, other) => one.name.localeCompare(other.name, words.locale));
}
