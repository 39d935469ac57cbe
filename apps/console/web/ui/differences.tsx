import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { RowsTable } from './table.js';

export interface Difference {
  name: string;
  mine: string;
  theirs: string;
}

interface DifferencesProps {
  rows: readonly Difference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Displayed if another user has changed the object since the form was opened: both versions. The input is kept. */
export function Differences({ rows, onKeepMine, onTakeTheirs }: DifferencesProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className="form-error" role="alert">
      <p>{t('error.precondition_failed')}</p>
      <RowsTable
        caption={t('changed.caption')}
        rows={rows}
        toKey={({ name }) => name}
        columns={[
          { name: t('changed.field'), cell: ({ name }) => name },
          { name: t('changed.mine'), cell: ({ mine }) => mine || '–' },
          { name: t('changed.theirs'), cell: ({ theirs }) => theirs || '–' },
        ]}
      />
      <div className="actions">
        <Button onPress={onKeepMine}>{t('changed.keepMine')}</Button>
        <Button onPress={onTakeTheirs}>{t('changed.takeTheirs')}</Button>
      </div>
    </div>
  );
}
