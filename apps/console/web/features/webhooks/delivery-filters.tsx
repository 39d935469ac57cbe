import { useEffect, useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { TextField } from '../../ui/fields.js';
import { Filters, hasFilters, withFilter } from '../../ui/filters.js';
import type { DeliveriesSearch } from './deliveries-search.js';
import { EventTypeFilter } from './event-type-combo.js';
import { fromLocalTime, toLocalTime } from '../../ui/local-time.js';
import { OptionalChoice } from '../../ui/optional-choice.js';
import { deliveryErrorNames, deliveryStateNames, statusClassNames } from './webhook-types.js';

interface FiltersProps {
  search: DeliveriesSearch;
  onChange: (search: DeliveriesSearch) => void;
}

const shortcuts = { '1h': 3_600, '24h': 86_400, '7d': 604_800 } as const;
type Shortcut = keyof typeof shortcuts;
const shortcutNames = Object.keys(shortcuts) as Shortcut[];

/** Filters by state, event type, answer, event and time. */
export function DeliveryFilters({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const set = (name: keyof DeliveriesSearch, value: string | undefined) =>
    onChange(withFilter(search, name, value));
  return (
    <Filters label={t('deliveries.filters')} onClear={hasFilters(search) ? () => onChange({}) : undefined}>
      <OptionalChoice
        label={t('ui.state')}
        choices={deliveryStateNames.map((id) => ({ id, name: t(`deliveries.state.${id}`) }))}
        value={search.state}
        onChange={(id) => set('state', id)}
      />
      <EventTypeFilter value={search.type} onChange={(type) => set('type', type)} />
      <AnswerFilter search={search} onChange={onChange} />
      <EventFilter value={search.event_id ?? ''} onChange={(id) => set('event_id', id)} />
      <TimeFilter search={search} onChange={onChange} />
    </Filters>
  );
}

/** The result of the last attempt: a class of statuses, or the reason why there was none. */
function AnswerFilter({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const classes = statusClassNames.filter((name) => name !== 'none');
  const isCode = search.status !== undefined && !classes.some((name) => name === search.status);
  const choices = [
    ...classes.map((id) => ({ id: id as string, name: id })),
    ...(isCode ? [{ id: search.status!, name: search.status! }] : []),
    ...deliveryErrorNames.map((id) => ({ id: id as string, name: t(`deliveries.error.${id}`) })),
  ];
  function choose(id: string | undefined): void {
    const { status: _status, error: _error, ...rest } = search;
    if (id === undefined) return onChange(rest);
    const error = deliveryErrorNames.find((name) => name === id);
    onChange({ ...rest, ...(error ? { error } : { status: id }) });
  }
  return (
    <OptionalChoice
      label={t('deliveries.answer')}
      choices={choices}
      value={search.error ?? search.status}
      onChange={choose}
    />
  );
}

/** Applied when the user leaves the field or presses Enter. */
function EventFilter({ value, onChange }: { value: string; onChange: (id: string) => void }): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = () => text.trim() !== value && onChange(text.trim());
  return (
    <div
      className="event-filter"
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    >
      <TextField label={t('deliveries.eventId')} value={text} onChange={setText} placeholder="evt_…" isCode />
    </div>
  );
}

function TimeFilter({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const [isExact, setExact] = useState(false);
  const { from, to, ...rest } = search;
  const isSet = from !== undefined || to !== undefined;
  function choose(id: string | undefined): void {
    setExact(id === 'exact');
    if (id === 'exact') return;
    if (id === undefined) return onChange(rest);
    onChange({ ...rest, from: Math.floor(Date.now() / 1_000) - shortcuts[id as Shortcut] });
  }
  const range = (ends: { from?: number | undefined; to?: number | undefined }) =>
    onChange({
      ...rest,
      ...(ends.from !== undefined && { from: ends.from }),
      ...(ends.to !== undefined && { to: ends.to }),
    });
  return (
    <>
      <OptionalChoice
        label={t('deliveries.time')}
        none={t('deliveries.anyTime')}
        choices={[
          ...shortcutNames.map((id) => ({ id, name: t(`deliveries.last.${id}`) })),
          { id: 'exact', name: t('deliveries.exact') },
        ]}
        value={isSet || isExact ? 'exact' : undefined}
        onChange={choose}
      />
      {(isSet || isExact) && (
        <>
          <TextField
            type="datetime-local"
            label={t('deliveries.from')}
            value={toLocalTime(from)}
            onChange={(text) => range({ from: fromLocalTime(text), to })}
          />
          <TextField
            type="datetime-local"
            label={t('deliveries.to')}
            value={toLocalTime(to)}
            onChange={(text) => range({ from, to: fromLocalTime(text) })}
          />
        </>
      )}
    </>
  );
}
