import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { SelectField, type Choice } from './fields.js';

/** No value of the API begins so. */
const NONE = ' none';

interface OptionalChoiceProps {
  label: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  /** The choice of none; by default "any". */
  none?: string;
}

/** One of a few, or none of them. */
export function OptionalChoice(props: OptionalChoiceProps): ReactNode {
  const { t } = useTexts();
  const { label, choices, value = NONE, onChange, none = t('ui.any') } = props;
  return (
    <SelectField
      label={label}
      choices={[{ id: NONE, name: none }, ...choices]}
      value={value}
      onChange={(id) => onChange(id === NONE ? undefined : id)}
    />
  );
}
