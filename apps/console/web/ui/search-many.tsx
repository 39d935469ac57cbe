import { useEffect, useId, useState, type ReactNode } from 'react';
import { Button } from './button.js';
import { SearchCombo, type SearchHit } from './search-combo.js';

interface ManyProps {
  /** The name of the group of field and choices, for screen readers. */
  name: string;
  /** The label of the field. */
  label: string;
  value: readonly SearchHit[];
  onChange: (chosen: SearchHit[]) => void;
  results: readonly SearchHit[] | undefined;
  onSearch: (text: string | undefined) => void;
  placeholder: string;
  fault?: string | undefined;
  /** The label of a button that removes a choice. */
  nameRemoval: (name: string) => string;
}

/** A choice of several of many, searched one by one. */
export function SearchMany({ name, value, onChange, nameRemoval, ...combo }: ManyProps): ReactNode {
  // set for a moment to close the list; then the field is cleared for the next choice
  const [latest, setLatest] = useState<SearchHit>();
  useEffect(() => setLatest(undefined), [latest]);
  const id = useId();
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="unseen">
        {name}
      </span>
      <SearchCombo
        {...combo}
        value={latest}
        onChange={(choice) => {
          if (!choice) return;
          if (!value.some((one) => one.id === choice.id)) onChange([...value, choice]);
          setLatest(choice);
        }}
      />
      {value.length > 0 && (
        <ul className="chosen-list">
          {value.map((one) => (
            <li key={one.id} className="chosen">
              {one.name}
              <Button
                look="quiet"
                aria-label={nameRemoval(one.name)}
                onPress={() => onChange(value.filter(({ id: other }) => other !== one.id))}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
