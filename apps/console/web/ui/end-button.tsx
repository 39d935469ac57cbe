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
  /** Says which things end, for whom and when. */
  text: string;
  button: string;
  /** Text that the person writes first, where the end cannot be undone. An address is shown, and counts in any case. */
  repeat?: { label: string; text: string; isAddress?: boolean };
}

export interface EndProps<Body> {
  /** On the page. */
  label: string;
  /** For a button in a row: says what it ends. */
  hint?: string;
  look?: 'plain' | 'primary' | 'quiet' | 'danger';
  /** A change that ends nothing is made at once. */
  question: EndingQuestion | undefined;
  change: {
    error: Error | null;
    isPending: boolean;
    reset: () => void;
    mutate: (body: Body, options: { onSuccess: () => void }) => void;
  };
  body: Body;
  /** Shown instead of the usual sentence about the error. */
  error?: ReactNode;
  /** The message when it is done. */
  done: string;
  onDone?: () => void;
}

/** A button with which something ends after a question, or begins again. */
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
    change.reset(); // what a former try met
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
      isDisabled={repeat !== undefined && fold(written) !== fold(repeat.text)}
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
