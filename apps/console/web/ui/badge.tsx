import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'busy' | 'off';

/** A state; the mark before it has a shape for each tone, so that colour is not the only difference. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  return (
    <span className={`badge badge-${tone}`}>
      <span aria-hidden="true" className="mark" />
      {children}
    </span>
  );
}
