import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'busy' | 'off';

/** A state in a word; the mark before it has a shape of its own, so colour says nothing alone. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  return (
    <span className={`badge badge-${tone}`}>
      <span aria-hidden="true" className="mark" />
      {children}
    </span>
  );
}
