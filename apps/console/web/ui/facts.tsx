import type { ReactNode } from 'react';

/** The facts about the object of a page, in a row. */
export function FactList({ children }: { children: ReactNode }): ReactNode {
  return <dl className="facts">{children}</dl>;
}

/** One of them. */
export function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
