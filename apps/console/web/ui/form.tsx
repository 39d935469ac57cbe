import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { FormError } from './states.js';

interface FormProps {
  /** The text of the submit button. */
  button: string;
  look?: 'primary' | 'danger';
  onSubmit: () => void;
  /** The state of the last submission. */
  change: { error: Error | null; isPending: boolean };
  isDisabled?: boolean;
  /** Replaces the usual error message. */
  error?: ReactNode;
  /** Closes the dialog that the form is in. */
  onCancel?: (() => void) | undefined;
  /** Other buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A form: its fields, the error of the last submission, and its buttons. */
export function ConsoleForm(props: FormProps): ReactNode {
  const { button, look = 'primary', onSubmit, change, isDisabled = false, onCancel } = props;
  const { t } = useTexts();
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled) onSubmit();
      }}
    >
      {props.children}
      {props.error ?? <FormError error={change.error} />}
      <div className="actions">
        <Button type="submit" look={look} isPending={change.isPending} isDisabled={isDisabled}>
          {button}
        </Button>
        {onCancel && <Button onPress={onCancel}>{t('ui.cancel')}</Button>}
        {props.actions}
      </div>
    </form>
  );
}
