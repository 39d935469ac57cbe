import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.js';

/** A preformatted text for reading and copying; it scrolls if it does not fit. */
export function Code({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <figure className="code-figure">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} label={label} />
      </figcaption>
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
