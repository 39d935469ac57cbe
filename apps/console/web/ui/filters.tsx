import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';

interface FiltersProps {
  /** Names the filtered list, for screen readers. */
  label: string;
  /** Clears the filters; undefined if none is set. */
  onClear?: (() => void) | undefined;
  children: ReactNode;
}

/** Filters in a row; a change updates the URL immediately. On a phone, a button unfolds them. */
export function Filters({ label, onClear, children }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <form
      className={isOpen ? 'filters' : 'filters filters-folded'}
      role="search"
      aria-label={label}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="filters-fold">
        <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(onClear ? 'ui.filtersSet' : 'ui.filters')}
        </Button>
      </div>
      {children}
      {onClear && (
        <Button look="quiet" onPress={onClear}>
          {t('ui.clear')}
        </Button>
      )}
    </form>
  );
}

/** Sets one filter; an empty value removes it. */
export function withFilter<Search extends object>(
  search: Search,
  name: keyof Search,
  value: string | number | undefined,
): Search {
  const { [name]: _, ...rest } = search;
  return (value === undefined || value === '' ? rest : { ...rest, [name]: value }) as Search;
}

/** Whether any filter is set; the order of the list is none. */
export const hasFilters = (search: object): boolean => Object.keys(search).some((name) => name !== 'sort');

/** The search without its filters. */
export const clearFilters = <Sort extends string>({ sort }: { sort?: Sort }): { sort?: Sort } =>
  sort ? { sort } : {};
