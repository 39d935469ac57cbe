import { useId, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Breakable } from './breakable.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { TextField } from './fields.js';
import { ConsoleForm } from './form.js';
import { FormError } from './states.js';

interface EndingProps {
  title: string;
  /** Explains the purpose to somebody who has not decided yet. */
  text: string;
  /** On the page. */
  button: string;
  /** An end that cannot be undone looks so. */
  look?: 'plain' | 'danger';
  /** A change that ends nothing is made at once. */
  question?: Question | undefined;
  change: { error: Error | null; isPending: boolean; reset: () => void };
  /** Sends the change, and closes the question when it is done. */
  onSubmit: (close: () => void) => void;
}

interface Question {
  /** Says which things end, for whom and when. */
  text: string;
  button: string;
  /** Text that the person writes first, where the end cannot be undone; in any case. */
  repeat?: { label: string; text: string };
}

/** A part of a page where something ends after a question, or begins again. */
export function EndingSection(props: EndingProps): ReactNode {
  const { title, text, button, look = 'plain', question, change, onSubmit } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  function press(): void {
    change.reset(); // what a former try met
    if (question) setOpen(true);
    else onSubmit(close);
  }
  return (
    <section className="ending" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="state-text">{text}</p>
      <Button look={look} isPending={!question && change.isPending} onPress={press}>
        {button}
      </Button>
      {!question && <FormError error={change.error} />}
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        {question && (
          <EndingForm question={question} change={change} onSubmit={() => onSubmit(close)} onClose={close} />
        )}
      </Dialog>
    </section>
  );
}

interface FormProps extends Pick<EndingProps, 'change'> {
  question: Question;
  onSubmit: () => void;
  onClose: () => void;
}

function EndingForm({ question, change, onSubmit, onClose }: FormProps): ReactNode {
  const { t } = useTexts();
  const [written, setWritten] = useState('');
  const { text, button, repeat } = question;
  const isWritten = !repeat || written.trim().toLowerCase() === repeat.text.toLowerCase();
  return (
    <ConsoleForm
      button={button}
      onSubmit={onSubmit}
      change={change}
      look="danger"
      isDisabled={!isWritten}
      onCancel={onClose}
    >
      <p>{text}</p>
      {repeat && (
        <>
          <p>
            <code>
              <Breakable text={repeat.text} />
            </code>
          </p>
          <TextField label={repeat.label} value={written} onChange={setWritten} isCode />
        </>
      )}
    </ConsoleForm>
  );
}
