import type { ReactNode } from 'react';
import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components';
import { useKeptInput } from './kept-input.js';

interface TextAreaFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  description?: string | undefined;
  /** The fault of the value. */
  fault?: string | undefined;
  rows?: number;
  isRequired?: boolean;
  placeholder?: string;
}

/** Several lines of what programs read: addresses, keys. */
export function TextAreaField({
  label,
  description,
  fault,
  rows = 3,
  placeholder,
  ...field
}: TextAreaFieldProps): ReactNode {
  useKeptInput(() => label, field.value, field.onChange);
  return (
    <TextField
      {...field}
      className="field"
      isInvalid={fault !== undefined}
      validationBehavior="aria"
      autoComplete="off"
    >
      <Label>{label}</Label>
      <TextArea className="input code" rows={rows} placeholder={placeholder} spellCheck={false} />
      {description && (
        <Text slot="description" className="hint">
          {description}
        </Text>
      )}
      <FieldError className="fault">{fault}</FieldError>
    </TextField>
  );
}
