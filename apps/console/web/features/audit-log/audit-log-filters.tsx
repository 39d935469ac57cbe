import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import type { Words } from '../../texts/words.js';
import { TextField, type Choice } from '../../ui/fields.js';
import { Filters, hasFilters, withFilter } from '../../ui/filters.js';
import { fromLocalTime, toLocalTime } from '../../ui/local-time.js';
import { OptionalChoice } from '../../ui/optional-choice.js';
import { WordField } from '../../ui/word-field.js';
import type { AuditLogSearch } from './audit-log-search.js';

/** The prefix of the text keys of events. */
const BEGINNING = 'audit.did.';

/** The text of an event; the event's own name if there is none, as for an event of a newer service. */
export function nameEvent(event: string, { t, has }: Words): string {
  const key = `audit.did.${event}`;
  return has(key) ? t(key) : event;
}

interface FiltersProps {
  search: AuditLogSearch;
  onChange: (search: AuditLogSearch) => void;
}

/** Filters by event, person, application and time. */
export function AuditLogFilters({ search, onChange }: FiltersProps): ReactNode {
  const words = useTexts();
  const { t } = words;
  const set = (name: keyof AuditLogSearch, value: string | number | undefined) =>
    onChange(withFilter(search, name, value));
  const readUser = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined);
  return (
    <Filters label={t('audit.filters')} onClear={hasFilters(search) ? () => onChange({}) : undefined}>
      <OptionalChoice
        label={t('ui.event')}
        choices={listEvents(search.event, words)}
        value={search.event}
        onChange={(event) => set('event', event)}
      />
      <WordField
        isCode
        label={t('audit.user')}
        placeholder="12"
        value={String(search.user_id ?? '')}
        onChange={(text) => set('user_id', readUser(text))}
      />
      <WordField
        isCode
        label={t('audit.application')}
        placeholder="hr-sync"
        value={search.client_id ?? ''}
        onChange={(text) => set('client_id', text)}
      />
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

/** The events in the order of their texts; an event without a text is listed by its name. */
function listEvents(chosen: string | undefined, words: Words): Choice[] {
  const worded = words.listKeys(BEGINNING).map((key) => key.slice(BEGINNING.length));
  const events = chosen === undefined || worded.includes(chosen) ? worded : [...worded, chosen];
  return events
    .map((id): Choice => ({ id, name: nameEvent(id, words) }))
    .sort((one, other) => one.name.localeCompare(other.name, words.locale));
}
