import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'busy' | 'off';

/** A state in a word; each tone has another shape of the mark before it, so colour says nothing alone. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  return (
    <span className={`badge badge-${tone}`}>
      <span aria-hidden="true" className="mark" />
      {children}
    </span>
  );
}
