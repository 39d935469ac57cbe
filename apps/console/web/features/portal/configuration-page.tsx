import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { RowsTable } from '../../ui/table.js';
import { KeyButton } from './key-dialog.js';
import { KeySwitch } from './key-switch.js';
import {
  useConfiguration,
  useKeyDefinitions,
  type PortalConfiguration,
  showValue,
} from './configuration.queries.js';

/** The portal's configuration: keys that the service reads are switches, other values are displayed as JSON. */
export function ConfigurationPage(): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('portal.write');
  const configuration = useConfiguration();
  const definitions = useKeyDefinitions();
  const failed = configuration.error ? configuration : definitions;
  if (!configuration.data || !definitions.data) return <NoAnswer query={failed} />;
  const defined = definitions.data.hits;
  const pairs = configuration.data;
  const otherKeys = Object.keys(pairs).filter((key) => !defined.some((one) => one.key === key));
  return (
    <>
      <section aria-labelledby="rules">
        <h2 id="rules">{t('config.heading')}</h2>
        <div className="key-switches">
          {defined.map((definition) => (
            <KeySwitch key={definition.key} definition={definition} pairs={pairs} />
          ))}
        </div>
      </section>
      <section aria-labelledby="others">
        <h2 id="others">{t('config.others')}</h2>
        <p className="state-text">{t(otherKeys.length > 0 ? 'config.othersText' : 'config.noOthers')}</p>
        {otherKeys.length > 0 && <OtherKeys pairs={pairs} keys={otherKeys.sort()} />}
        {canWrite && (
          <div className="actions">
            <KeyButton />
          </div>
        )}
      </section>
    </>
  );
}

function OtherKeys({ pairs, keys }: { pairs: PortalConfiguration; keys: readonly string[] }): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('portal.write');
  const act = {
    name: t('config.act'),
    isHidden: true,
    className: 'row-action',
    cell: (key: string) => <KeyButton name={key} pairs={pairs} />,
  };
  return (
    <RowsTable
      caption={t('config.others')}
      rows={keys}
      toKey={(key) => key}
      columns={[
        { name: t('ui.key'), className: 'code', cell: (key) => key },
        { name: t('config.value'), cell: (key) => <code>{showValue(pairs, key)}</code> },
        ...(canWrite ? [act] : []),
      ]}
    />
  );
}
