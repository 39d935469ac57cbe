import { useEffect, useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { SelectField, TextField } from '../../ui/fields.js';
import { hasFilters, type DeliveriesSearch } from './deliveries-search.js';
import { EventTypeFilter } from './event-type-combo.js';
import { fromLocalTime, toLocalTime } from '../../ui/local-time.js';
import { deliveryErrorNames, deliveryStateNames, statusClassNames } from './webhook-types.js';

interface FiltersProps {
  search: DeliveriesSearch;
  onChange: (search: DeliveriesSearch) => void;
}

const ANY = 'any';
const shortcuts = { '1h': 3_600, '24h': 86_400, '7d': 604_800 } as const;
type Shortcut = keyof typeof shortcuts;
const shortcutNames = Object.keys(shortcuts) as Shortcut[];

/** Filters in a row; a change is in the address at once. */
export function DeliveryFilters({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const set = (name: keyof DeliveriesSearch, value: string | number | undefined): void => {
    const { [name]: _, ...rest } = search;
    onChange(value === undefined || value === ANY || value === '' ? rest : { ...rest, [name]: value });
  };
  const any = { id: ANY, name: t('ui.any') };
  return (
    <form
      className="filters"
      role="search"
      aria-label={t('deliveries.filters')}
      onSubmit={(event) => event.preventDefault()}
    >
      <SelectField
        label={t('deliveries.state')}
        choices={[any, ...deliveryStateNames.map((id) => ({ id, name: t(`deliveries.state.${id}`) }))]}
        value={search.state ?? ANY}
        onChange={(id) => set('state', id)}
      />
      <EventTypeFilter value={search.type} onChange={(type) => set('type', type)} />
      <AnswerFilter search={search} onChange={onChange} />
      <EventFilter value={search.event_id ?? ''} onChange={(id) => set('event_id', id)} />
      <TimeFilter search={search} onChange={onChange} />
      {hasFilters(search) && (
        <Button look="quiet" onPress={() => onChange({})}>
          {t('ui.clear')}
        </Button>
      )}
    </form>
  );
}

/** The answer to the last attempt: a class of statuses, or why there was none. */
function AnswerFilter({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const classes = statusClassNames.filter((name) => name !== 'none');
  const isCode = search.status !== undefined && !classes.some((name) => name === search.status);
  const choices = [
    { id: ANY, name: t('ui.any') },
    ...classes.map((id) => ({ id: id as string, name: id })),
    ...(isCode ? [{ id: search.status!, name: search.status! }] : []),
    ...deliveryErrorNames.map((id) => ({ id: id as string, name: t(`deliveries.error.${id}`) })),
  ];
  function choose(id: string): void {
    const { status: _status, error: _error, ...rest } = search;
    if (id === ANY) return onChange(rest);
    const error = deliveryErrorNames.find((name) => name === id);
    onChange({ ...rest, ...(error ? { error } : { status: id }) });
  }
  return (
    <SelectField
      label={t('deliveries.answer')}
      choices={choices}
      value={search.error ?? search.status ?? ANY}
      onChange={choose}
    />
  );
}

/** Written at leisure: the list follows when the field is left, or by Enter. */
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
  function choose(id: string): void {
    setExact(id === 'exact');
    if (id === 'exact') return;
    if (id === ANY) return onChange(rest);
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
      <SelectField
        label={t('deliveries.time')}
        choices={[
          { id: ANY, name: t('deliveries.anyTime') },
          ...shortcutNames.map((id) => ({ id, name: t(`deliveries.last.${id}`) })),
          { id: 'exact', name: t('deliveries.exact') },
        ]}
        value={isSet || isExact ? 'exact' : ANY}
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
