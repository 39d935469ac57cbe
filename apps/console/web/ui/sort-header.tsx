import type { ReactNode } from 'react';
import { Button } from './button.js';

/** The order of a list, such as `last_name:asc`. */
export interface Sorting<Sort extends string = string> {
  value: Sort | undefined;
  /** The order of the list unless another one is chosen. */
  initial: Sort;
  /** @param sort undefined for the initial order */
  onChange: (sort: Sort | undefined) => void;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
const arrows = { asc: '↑', desc: '↓' };

interface SortHeaderProps {
  name: string;
  sortKey: string;
  sorting: Sorting;
}

/** The header of a column that sorts: ascending, then descending, then as the list was. */
export function SortHeader({ name, sortKey, sorting }: SortHeaderProps): ReactNode {
  const { initial, onChange, value = initial } = sorting;
  const direction = (['asc', 'desc'] as const).find((one) => value === `${sortKey}:${one}`);
  const next = { asc: `${sortKey}:desc`, desc: initial, none: `${sortKey}:asc` }[direction ?? 'none'];
  const sort = next === value ? `${sortKey}:asc` : next;
  return (
    <th scope="col" aria-sort={direction && ariaSort[direction]}>
      <Button look="quiet" onPress={() => onChange(sort === initial ? undefined : sort)}>
        {name}
        <span className="sort-arrow" aria-hidden="true">
          {direction ? arrows[direction] : '↕'}
        </span>
      </Button>
    </th>
  );
}
