import type { ReactNode } from 'react';
import { CheckboxGroup as AriaCheckboxGroup, Label } from 'react-aria-components';
import { useKeptInput } from './kept-input.js';

interface CheckboxGroupProps<Name extends string> {
  label: string;
  value: readonly Name[];
  onChange: (names: Name[]) => void;
  className?: string;
  /** Checkboxes, each with a `value`. */
  children: ReactNode;
}

/** A choice of any number of a few options. */
export function CheckboxGroup<Name extends string>({
  label,
  value,
  onChange,
  className = 'field',
  children,
}: CheckboxGroupProps<Name>): ReactNode {
  useKeptInput(
    () => label,
    value,
    (names) => onChange([...names]),
  );
  return (
    <AriaCheckboxGroup
      className={className}
      value={[...value]}
      onChange={(names) => onChange(names as Name[])}
    >
      <Label>{label}</Label>
      {children}
    </AriaCheckboxGroup>
  );
}
