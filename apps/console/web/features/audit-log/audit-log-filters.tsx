import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/fields.js';
import { fromLocalTime, toLocalTime } from '../../ui/local-time.js';
import { WordField } from '../../ui/word-field.js';
import type { AuditLogSearch } from './audit-log-search.js';

interface FiltersProps {
  search: AuditLogSearch;
  onChange: (search: AuditLogSearch) => void;
}

/** Filters in a row; a change is in the address at once. */
export function AuditLogFilters({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const set = (name: keyof AuditLogSearch, value: string | number | undefined): void => {
    const { [name]: _, ...rest } = search;
    onChange(value === undefined || value === '' ? rest : { ...rest, [name]: value });
  };
  const readUser = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined);
  return (
    <form
      className="filters"
      role="search"
      aria-label={t('audit.filters')}
      onSubmit={(event) => event.preventDefault()}
    >
      <WordField
        isCode
        label={t('audit.event')}
        placeholder="roles.changed"
        value={search.event ?? ''}
        onChange={(text) => set('event', text)}
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
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onPress={() => onChange({})}>
          {t('audit.clear')}
        </Button>
      )}
    </form>
  );
}
