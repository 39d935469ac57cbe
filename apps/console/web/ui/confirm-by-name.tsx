import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { TextField } from './fields.js';

interface ConfirmByNameProps {
  /** The text of the button, here and in the dialog. */
  action: string;
  title: string;
  /** A sentence that says what ends, and for whom. */
  ends: string;
  /** The person writes it to confirm. */
  name: string;
  error: ReactNode;
  isPending: boolean;
  onConfirm: () => void;
}

/** A button whose action cannot be undone: its dialog asks for the name. */
export function ConfirmByName(props: ConfirmByNameProps): ReactNode {
  const { action, title, ends, name, error, isPending, onConfirm } = props;
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('ui.opens', { action })}</Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            onConfirm();
          }}
        >
          <p>{ends}</p>
          <TextField label={t('selections.repeat')} value={text} onChange={setText} />
          {error}
          <div className="actions">
            <Button
              type="submit"
              look="danger"
              isPending={isPending}
              isDisabled={text.trim() !== name.trim()}
            >
              {action}
            </Button>
            <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
