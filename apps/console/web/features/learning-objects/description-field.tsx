import type { ReactNode } from 'react';
import { Label, TextArea, TextField } from 'react-aria-components';
import { useTexts } from '../../texts/texts.js';

interface DescriptionProps {
  value: string;
  onChange: (description: string) => void;
}

/** A text of several lines. */
export function DescriptionField({ value, onChange }: DescriptionProps): ReactNode {
  const { t } = useTexts();
  return (
    <TextField className="field" value={value} onChange={onChange}>
      <Label>{t('content.description')}</Label>
      <TextArea className="input content-text" rows={6} />
    </TextField>
  );
}
