import { useId, type ReactNode } from 'react';
import { EndButton, type EndingQuestion, type EndProps } from './end-button.js';

interface EndingProps<Body> extends Omit<EndProps<Body>, 'question'> {
  title: string;
  /** Explains the purpose before the user decides. */
  text: string;
  /** The title of the dialog is that of the section by default. */
  question: (Omit<EndingQuestion, 'title'> & { title?: string }) | undefined;
}

/** A section with an {@link EndButton}. */
export function EndingSection<Body>({ title, text, question, ...button }: EndingProps<Body>): ReactNode {
  const id = useId();
  return (
    <section className="ending" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="state-text">{text}</p>
      <EndButton {...button} question={question && { title, ...question }} />
    </section>
  );
}
