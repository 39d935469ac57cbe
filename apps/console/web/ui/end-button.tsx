import { useState, type ReactNode } from 'react';
import { announce } from './announcer.js';
import { Breakable } from './breakable.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { TextField } from './fields.js';
import { ConsoleForm } from './form.js';
import { FormError } from './states.js';

/** The question before something ends. */
export interface EndingQuestion {
  title: string;
  /** Describes what ends, for whom and when. */
  text: string;
  button: string;
  /** Text that the user types first if the end cannot be undone. An address is displayed, and its case is ignored. */
  repeat?: { label: string; text: string; isAddress?: boolean };
}

export interface EndProps<Body> {
  /** The text of the button on the page. */
  label: string;
  /** For a button in a row: names the object, for screen readers. */
  hint?: string;
  look?: 'plain' | 'primary' | 'quiet' | 'danger';
  /** If undefined, the change is sent immediately. */
  question: EndingQuestion | undefined;
  change: {
    error: Error | null;
    isPending: boolean;
    reset: () => void;
    mutate: (body: Body, options: { onSuccess: () => void }) => void;
  };
  body: Body;
  /** Replaces the usual error message. */
  error?: ReactNode;
  /** The message when it is done. */
  done: string;
  onDone?: () => void;
}

/** A button that ends something after a question, or restores it. */
export function EndButton<Body>(props: EndProps<Body>): ReactNode {
  const { label, hint, look = 'plain', question, change, body, error, done, onDone } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const submit = () =>
    change.mutate(body, {
      onSuccess: () => {
        close();
        announce(done);
        onDone?.();
      },
    });
  function press(): void {
    change.reset(); // clears the error of the last attempt
    if (question) setOpen(true);
    else submit();
  }
  return (
    <>
      <Button look={look} aria-label={hint} isPending={!question && change.isPending} onPress={press}>
        {label}
      </Button>
      {!question && (error ?? <FormError error={change.error} />)}
      <Dialog title={question?.title ?? ''} isOpen={isOpen && question !== undefined} onClose={close}>
        {question && (
          <EndingForm question={question} change={change} error={error} onSubmit={submit} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

interface FormProps extends Pick<EndProps<never>, 'change' | 'error'> {
  question: EndingQuestion;
  onSubmit: () => void;
  onClose: () => void;
}

function EndingForm({ question, change, error, onSubmit, onClose }: FormProps): ReactNode {
  const [written, setWritten] = useState('');
  const { text, button, repeat } = question;
  const fold = (address: string) => (repeat?.isAddress ? address.toLowerCase() : address).trim();
  return (
    <ConsoleForm
      button={button}
      look="danger"
      onSubmit={onSubmit}
      change={change}
      missing={[repeat !== undefined && fold(written) !== fold(repeat.text) && repeat.label]}
      error={error}
      onCancel={onClose}
    >
      <p>{text}</p>
      {repeat?.isAddress && (
        <p>
          <code>
            <Breakable text={repeat.text} />
          </code>
        </p>
      )}
      {repeat && (
        <TextField
          label={repeat.label}
          value={written}
          onChange={setWritten}
          isCode={repeat.isAddress ?? false}
        />
      )}
    </ConsoleForm>
  );
}
