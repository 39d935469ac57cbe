import { useId, useState, type ReactNode } from 'react';
import { Switch } from 'react-aria-components';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Dialog } from '../../ui/dialog.js';
import { ConsoleForm } from '../../ui/form.js';
import { useSafeChange } from '../../ui/safe-change.js';
import {
  showValue,
  useKeyChange,
  type KeyDefinition,
  type PortalConfiguration,
} from './configuration.queries.js';

interface KeySwitchProps {
  definition: KeyDefinition;
  pairs: PortalConfiguration;
}

/** A key that the service reads; a dialog describes the effects before it is switched. */
export function KeySwitch({ definition, pairs }: KeySwitchProps): ReactNode {
  const { t, has } = useTexts();
  const canWrite = useHasScope('portal.write');
  const hintId = useId();
  const [isOpen, setOpen] = useState(false);
  const { key, description } = definition;
  const shown = showValue(pairs, key);
  const isOn = shown === '' ? definition.default : shown === 'true';
  const { change } = useSafeChange({ shown: pairs, ...useKeyChange(key) });
  /** The console's text for the key; the API's for a key that it has added since. */
  const words = (family: 'name' | 'text' | 'on' | 'off', otherwise: string): string => {
    const text = `config.${family}.${key}`;
    return has(text) ? t(text) : otherwise;
  };
  const name = words('name', key);
  const action = t(isOn ? 'ui.switchOff' : 'ui.switchOn');

  function close(): void {
    setOpen(false);
    change.reset();
  }
  function submit(): void {
    change.mutate(!isOn, {
      onSuccess: () => {
        setOpen(false);
        announce(t('ui.saved'));
      },
    });
  }
  return (
    <div className="key-switch">
      <Switch
        className="switch"
        isSelected={isOn}
        isDisabled={!canWrite}
        aria-describedby={hintId}
        onChange={() => setOpen(true)}
      >
        <span aria-hidden="true" className="track" />
        <span>{name}</span>
      </Switch>
      <p id={hintId} className="hint">
        {words('text', description)} {name !== key && <code>{key}</code>}
      </p>
      <Dialog title={`${action}: ${name}`} isOpen={isOpen} onClose={close}>
        <ConsoleForm
          button={action}
          look={isOn ? 'danger' : 'primary'}
          onSubmit={submit}
          change={change}
          onCancel={close}
        >
          <p>{words(isOn ? 'off' : 'on', description)}</p>
        </ConsoleForm>
      </Dialog>
    </div>
  );
}
