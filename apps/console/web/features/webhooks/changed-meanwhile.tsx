import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Table } from '../../ui/table.js';
import { flagEventType } from './webhook-types.js';
import { listChanged, type WebhookValues } from './webhook-values.js';

interface ChangedProps {
  mine: WebhookValues;
  theirs: WebhookValues;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else has changed the webhook since the form was opened: both states, and the input stays. */
export function ChangedMeanwhile({ mine, theirs, onKeepMine, onTakeTheirs }: ChangedProps): ReactNode {
  const { t } = useTexts();
  const show = (value: string | boolean): string =>
    typeof value === 'string' ? value : t(value ? 'changed.yes' : 'changed.no');
  return (
    <div className="form-error" role="alert">
      <p>{t('error.precondition_failed')}</p>
      <Table
        caption={t('changed.caption')}
        columns={[{ name: t('changed.field') }, { name: t('changed.mine') }, { name: t('changed.theirs') }]}
      >
        {listChanged(theirs, mine).map((name) => (
          <tr key={name}>
            <th scope="row">{name === 'url' ? t('webhooks.url') : flagEventType(name)}</th>
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
