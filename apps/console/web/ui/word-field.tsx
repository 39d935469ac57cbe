import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { TextField } from './fields.js';

/** Milliseconds after the last key press until the list is updated. */
const DEBOUNCE_MS = 400;

interface WordProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  isCode?: boolean;
}

/** A text filter. The list is updated when the user pauses, presses Enter or leaves the field. */
export function WordField({ label, placeholder, value, onChange, isCode = false }: WordProps): ReactNode {
  const [text, setText] = useState(value);
  const applied = useRef(value);
  useEffect(() => {
    // while the user types, the own change arrives as a new value: only a different value replaces the text
    if (value === applied.current) return;
    applied.current = value;
    setText(value);
  }, [value]);
  const apply = (): void => {
    const word = text.trim();
    if (word === applied.current) return;
    applied.current = word;
    onChange(word);
  };
  const settle = useEffectEvent(apply);
  useEffect(() => {
    const timer = setTimeout(settle, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
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
        isCode={isCode}
        {...(placeholder !== undefined && { placeholder })}
      />
    </div>
  );
}
