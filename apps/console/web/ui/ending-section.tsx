import { useId, type ReactNode } from 'react';
import { EndButton, type EndingQuestion, type EndProps } from './end-button.js';

interface EndingProps<Body> extends Omit<EndProps<Body>, 'question'> {
  title: string;
  /** Explains the purpose to somebody who has not decided yet. */
  text: string;
  /** Its dialog has the title of the section, unless it says another. */
  question: (Omit<EndingQuestion, 'title'> & { title?: string }) | undefined;
}

/** A part of a page where something ends after a question, or begins again. */
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
