import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { TextField } from '../../ui/fields.js';
import { SafeForm, useSafeForm } from '../../ui/safe-form.js';
import { useKeyChange, type KeyValue, type PortalConfiguration } from './configuration.queries.js';

interface KeyDialogProps {
  /** If absent, the user also types the key. */
  name?: string;
  /** The values on the page. */
  pairs?: PortalConfiguration;
}

/** A button that opens the form for a key that the service stores but does not read. */
export function KeyButton({ name, pairs }: KeyDialogProps): ReactNode {
  const { t } = useTexts();
  const title = name === undefined ? t('config.newKey') : t('config.changeKey', { key: name });
  return (
    <DialogButton
      label={t(name === undefined ? 'config.newKeyButton' : 'config.changeButton')}
      hint={title}
      title={title}
    >
      {(close) => <KeyForm {...(name !== undefined && { name, pairs })} onClose={close} />}
    </DialogButton>
  );
}

/** Parses typed JSON; undefined if it is invalid. The API validates the value. */
function parseValue(text: string): KeyValue | undefined {
  try {
    return JSON.parse(text) as KeyValue;
  } catch {
    return undefined;
  }
}

const keyGrammar = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

function KeyForm({ name, pairs = {}, onClose }: KeyDialogProps & { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [key, setKey] = useState(name ?? '');
  const form = useSafeForm({ shown: pairs, ...useKeyChange(key) });
  const text = form.values.value;
  const value = parseValue(text);
  const fault = form.fault(key);
  const isKeyWrong = fault !== undefined && !keyGrammar.test(key);
  const isNoJson = text.trim() !== '' && value === undefined;
  return (
    <SafeForm
      form={form}
      nameField={() => key}
      show={(values) => values.value}
      missing={[key === '' && t('ui.key'), value === undefined && t('config.value')]}
      onSave={() => form.save(value!, t('ui.saved'), onClose)}
      onCancel={onClose}
    >
      {name === undefined && (
        <TextField
          label={t('ui.key')}
          description={t('config.keyHint')}
          value={key}
          onChange={setKey}
          fault={isKeyWrong ? fault : undefined}
          isRequired
          isCode
        />
      )}
      <TextField
        rows={3}
        label={t('config.value')}
        description={t('config.valueHint')}
        value={text}
        onChange={(next) => form.setValues({ value: next })}
        fault={isNoJson ? t('config.noJson') : isKeyWrong ? undefined : fault}
        isRequired
      />
    </SafeForm>
  );
}
