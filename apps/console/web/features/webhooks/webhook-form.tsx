import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { Checkbox, TextField } from '../../ui/fields.js';
import type { WebhookValues } from './webhook-values.js';
import {
  flagEventType,
  flagGroupNames,
  flagGroups,
  type ConsoleFlag,
  type FlagGroup,
} from './webhook-types.js';

interface FormProps {
  values: WebhookValues;
  onChange: (values: WebhookValues) => void;
  error: Error | null;
}

/** The URL and the events, grouped by object. */
export function WebhookFields({ values, onChange, error }: FormProps): ReactNode {
  const { t } = useTexts();
  const fault = fieldSentence(error, 'url', t);
  const isInsecure = values.url.startsWith('http://');
  return (
    <>
      <TextField
        label={t('ui.address')}
        type="url"
        value={values.url}
        onChange={(url) => onChange({ ...values, url })}
        description={t(isInsecure ? 'form.insecure' : 'form.urlHint')}
        fault={fault}
        placeholder="https://"
        isRequired
        isCode
      />
      <fieldset className="flags">
        <legend>{t('form.events')}</legend>
        {flagGroupNames.map((group) => (
          <Group key={group} group={group} values={values} onChange={onChange} />
        ))}
      </fieldset>
    </>
  );
}

const toVerb = (flag: ConsoleFlag) =>
  flag === 'content_update' ? flag : (flag.split('_')[1] as 'create' | 'update' | 'delete');

function Group({ group, values, onChange }: { group: FlagGroup } & Omit<FormProps, 'error'>): ReactNode {
  const { t } = useTexts();
  const flags: readonly ConsoleFlag[] = flagGroups[group];
  const selected = flags.filter((flag) => values[flag]).length;
  const setAll = (isSelected: boolean) =>
    onChange({ ...values, ...Object.fromEntries(flags.map((flag) => [flag, isSelected])) });
  return (
    <div className="flag-group" role="group" aria-label={t(`webhooks.group.${group}`)}>
      <Checkbox
        isSelected={selected === flags.length}
        isIndeterminate={selected > 0 && selected < flags.length}
        onChange={setAll}
      >
        <strong>{t(`webhooks.group.${group}`)}</strong>
      </Checkbox>
      <div className="checks">
        {flags.map((flag) => (
          <Checkbox
            key={flag}
            isSelected={values[flag]}
            onChange={(isSelected) => onChange({ ...values, [flag]: isSelected })}
          >
            {t(`form.flag.${toVerb(flag)}`)} <code className="quiet">{flagEventType(flag)}</code>
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
