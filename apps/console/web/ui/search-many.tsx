import { useEffect, useId, useState, type ReactNode } from 'react';
import { Button } from './button.js';
import { SearchCombo, type SearchHit } from './search-combo.js';

interface ManyProps {
  /** Of the field and what is chosen, for those who do not see that they belong together. */
  name: string;
  /** Of the field alone. */
  label: string;
  value: readonly SearchHit[];
  onChange: (chosen: SearchHit[]) => void;
  results: readonly SearchHit[] | undefined;
  onSearch: (text: string | undefined) => void;
  placeholder: string;
  fault?: string | undefined;
  /** Says whom or what the button beside it removes. */
  nameRemoval: (name: string) => string;
}

/** Several of many, found one by one by typing. */
export function SearchMany({ name, value, onChange, nameRemoval, ...combo }: ManyProps): ReactNode {
  // chosen for a moment, which closes the list; then the field is empty for the next one
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
