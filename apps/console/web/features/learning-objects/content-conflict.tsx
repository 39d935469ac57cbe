import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Table } from '../../ui/table.js';
import { listChangedContent, type ContentValues } from './content-form-values.js';

interface ConflictProps {
  mine: ContentValues;
  theirs: ContentValues;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else has changed the object since the form was opened: both states, and the input stays. */
export function ContentConflict({ mine, theirs, onKeepMine, onTakeTheirs }: ConflictProps): ReactNode {
  const { t } = useTexts();
  const names = {
    title: t('content.name'),
    url: t('content.address'),
    description: t('content.description'),
    published: t('content.published'),
  };
  const show = (value: string | boolean | undefined): string =>
    typeof value === 'boolean' ? t(value ? 'changed.yes' : 'changed.no') : (value ?? '');
  return (
    <div className="form-error" role="alert">
      <p>{t('error.precondition_failed')}</p>
      <Table
        caption={t('changed.caption')}
        columns={[{ name: t('changed.field') }, { name: t('changed.mine') }, { name: t('changed.theirs') }]}
      >
        {listChangedContent(theirs, mine).map((name) => (
          <tr key={name}>
            <th scope="row">{names[name]}</th>
            <td data-column={t('changed.mine')}>{show(mine[name])}</td>
            <td data-column={t('changed.theirs')}>{show(theirs[name])}</td>
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
