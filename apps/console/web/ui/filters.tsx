import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';

interface FiltersProps {
  /** Says what is filtered, for those who do not see the page around it. */
  label: string;
  /** Takes the filters away; undefined where there is none. */
  onClear?: (() => void) | undefined;
  children: ReactNode;
}

/** Filters in a row; a change is in the address at once. */
export function Filters({ label, onClear, children }: FiltersProps): ReactNode {
  const { t } = useTexts();
  return (
    <form className="filters" role="search" aria-label={label} onSubmit={(event) => event.preventDefault()}>
      {children}
      {onClear && (
        <Button look="quiet" onPress={onClear}>
          {t('ui.clear')}
        </Button>
      )}
    </form>
  );
}

/** The filters with another value of one of them; without one that is empty. */
export function withFilter<Search extends object>(
  search: Search,
  name: keyof Search,
  value: string | number | undefined,
): Search {
  const { [name]: _, ...rest } = search;
  return (value === undefined || value === '' ? rest : { ...rest, [name]: value }) as Search;
}

/** Whether the list is narrowed to a part of it. */
export const hasFilters = (search: object): boolean => Object.keys(search).length > 0;
