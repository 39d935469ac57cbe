import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { SelectField, type Choice } from './fields.js';

/** No value of the API begins with a space. */
const NONE = ' none';

interface OptionalChoiceProps {
  label: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  /** The text of the empty choice; by default "any". */
  none?: string;
}

/** A choice of one of a few options, or none. */
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
