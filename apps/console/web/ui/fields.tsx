import { useRef, type ReactNode } from 'react';
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
  /** The fault of the value. */
  fault?: string | undefined;
  type?: 'text' | 'url' | 'email' | 'search' | 'date' | 'datetime-local' | 'number';
  isRequired?: boolean;
  isCode?: boolean;
  /** Several lines of what programs read: addresses, keys. */
  rows?: number;
  placeholder?: string;
}

/** A text, of one line unless it says otherwise. Not for a secret: a sign-in may keep what is in it (kept-input.ts). */
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
  return (
    <AriaTextField
      {...field}
      className="field"
      isInvalid={fault !== undefined}
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
      <FieldError className="fault">{fault}</FieldError>
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

/** One of a few. */
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
  /** In a group, which has the selection. */
  value?: string;
  /** Stands for several others. */
  isIndeterminate?: boolean;
  children: ReactNode;
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
      <span ref={text}>{children}</span>
    </AriaCheckbox>
  );
}
