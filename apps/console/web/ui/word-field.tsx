import { useEffect, useState, type ReactNode } from 'react';
import { TextField } from './fields.js';

interface WordProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
}

/** A filter that is written at leisure: the list follows when the field is left, or by Enter. */
export function WordField({ label, placeholder, value, onChange }: WordProps): ReactNode {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = () => text.trim() !== value && onChange(text.trim());
  return (
    <div
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    >
      <TextField
        type="search"
        label={label}
        value={text}
        onChange={setText}
        {...(placeholder !== undefined && { placeholder })}
      />
    </div>
  );
}
