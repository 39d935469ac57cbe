import { useId, useState, type ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { FormError } from './states.js';

/** Whether other input can lead to another answer. */
const isAboutInput = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 409);

interface FormProps {
  /** The text of the submit button. */
  button: string;
  look?: 'primary' | 'danger';
  onSubmit: () => void;
  /** The state of the last submission. */
  change: { error: Error | null; isPending: boolean };
  isDisabled?: boolean;
  /** The names of required fields that are empty; false for the others. */
  missing?: readonly (string | false)[];
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
  const { button, look = 'primary', onSubmit, change, missing = [], onCancel } = props;
  const { t } = useTexts();
  const hint = useId();
  const missingNames = missing.filter((name) => name !== false).join(', ');
  const isDisabled = props.isDisabled || missingNames !== '';
  const [correctedError, setCorrectedError] = useState<Error | null>(null);
  const isCorrected = change.error !== null && change.error === correctedError;
  return (
    <form
      className="form"
      onInput={() => isAboutInput(change.error) && setCorrectedError(change.error)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled) onSubmit();
      }}
    >
      {props.children}
      {!isCorrected && (props.error ?? <FormError error={change.error} />)}
      <div className="actions">
        <Button
          type="submit"
          look={look}
          isPending={change.isPending}
          isDisabled={isDisabled}
          {...(missingNames && { 'aria-describedby': hint })}
        >
          {button}
        </Button>
        {onCancel && <Button onPress={onCancel}>{t('ui.cancel')}</Button>}
        {props.actions}
      </div>
      {missingNames && (
        <p id={hint} className="hint">
          {t('ui.missing', { fields: missingNames })}
        </p>
      )}
    </form>
  );
}
