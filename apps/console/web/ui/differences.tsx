import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { Table } from './table.js';

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

/** Somebody else has changed the same thing since the form was opened: both states, and the input stays. */
export function Differences({ rows, onKeepMine, onTakeTheirs }: DifferencesProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className="form-error" role="alert">
      <p>{t('error.precondition_failed')}</p>
      <Table
        caption={t('changed.caption')}
        columns={[{ name: t('changed.field') }, { name: t('changed.mine') }, { name: t('changed.theirs') }]}
      >
        {rows.map(({ name, mine, theirs }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-column={t('changed.mine')}>{mine || '–'}</td>
            <td data-column={t('changed.theirs')}>{theirs || '–'}</td>
          </tr>
        ))}
      </Table>
      <div className="actions">
        <Button onPress={onKeepMine}>{t('changed.keepMine')}</Button>
        <Button onPress={onTakeTheirs}>{t('changed.takeTheirs')}</Button>
      </div>
    </div>
  );
}
