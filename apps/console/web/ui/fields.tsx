import { useRef, useState, type ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
  TextArea,
  TextField as AriaTextField,
} from 'react-aria-components';
import { useKeptInput } from './kept-input.js';

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  description?: string | undefined;
  /** The error of the value; displayed until the value changes. */
  fault?: string | undefined;
  type?: 'text' | 'url' | 'email' | 'search' | 'date' | 'datetime-local' | 'number';
  isRequired?: boolean;
  isCode?: boolean;
  /** The number of lines, for URLs or keys. */
  rows?: number;
  placeholder?: string;
}

/** A text field, with one line by default. Not for secrets, because a sign-in may store its value (kept-input.ts). */
export function TextField({
  label,
  description,
  fault,
  isCode,
  rows,
  placeholder,
  ...field
}: TextFieldProps): ReactNode {
  useKeptInput(() => label, field.value, field.onChange);
  const [refused, setRefused] = useState({ fault, value: field.value });
  if (fault !== refused.fault) setRefused({ fault, value: field.value });
  const isFaulty = fault !== undefined && field.value === refused.value;
  return (
    <AriaTextField
      {...field}
      className="field"
      isInvalid={isFaulty}
      validationBehavior="aria"
      autoComplete="off"
    >
      <Label>{label}</Label>
      {rows ? (
        <TextArea className="input code" rows={rows} placeholder={placeholder} spellCheck={false} />
      ) : (
        <Input className={isCode ? 'input code' : 'input'} placeholder={placeholder} spellCheck={false} />
      )}
      {description && (
        <Text slot="description" className="hint">
          {description}
        </Text>
      )}
      <FieldError className="fault">{isFaulty && fault}</FieldError>
    </AriaTextField>
  );
}

export interface Choice {
  id: string;
  name: string;
}

interface SelectFieldProps {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (id: string) => void;
}

/** A choice of one of a few options. */
export function SelectField({ label, choices, value, onChange }: SelectFieldProps): ReactNode {
  useKeptInput(() => label, value, onChange);
  return (
    <Select className="field" value={value} onChange={(key) => onChange(String(key))}>
      <Label>{label}</Label>
      <Button className="input select">
        <SelectValue />
        <span aria-hidden="true" className="arrow" />
      </Button>
      <Popover className="popover">
        <ListBox className="listbox" items={choices}>
          {({ id, name }) => (
            <ListBoxItem className="option" id={id} textValue={name}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}

interface CheckboxProps {
  isSelected?: boolean;
  onChange?: (isSelected: boolean) => void;
  /** Its value in a group. */
  value?: string;
  /** Represents several others, of which only some are selected. */
  isIndeterminate?: boolean;
  /** For screen readers, where nothing is written next to the box. */
  'aria-label'?: string;
  children?: ReactNode;
}

export function Checkbox({ children, ...rest }: CheckboxProps): ReactNode {
  const { isSelected = false, onChange, isIndeterminate } = rest;
  const text = useRef<HTMLSpanElement>(null);
  useKeptInput(
    () => text.current?.textContent ?? '',
    isSelected,
    isIndeterminate === undefined ? onChange : undefined,
  );
  return (
    <AriaCheckbox {...rest} className="checkbox">
      <span aria-hidden="true" className="box" />
      {children && <span ref={text}>{children}</span>}
    </AriaCheckbox>
  );
}
