import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { listMenuEntries } from '../../app/menu.js';
import { useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { NoAnswer } from '../../ui/no-answer.js';

interface CardProps<Data> {
  title: string;
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** The page with more details; linked if it is in the person's menu. */
  path: string;
  children: (data: Data) => ReactNode;
}

/** A part of the overview, which loads and fails independently of the others. */
export function Card<Data>({ title, query, path, children }: CardProps<Data>): ReactNode {
  const id = useId();
  const { data } = query;
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        <MenuLink path={path} />
      </div>
      {data === undefined ? <NoAnswer query={query} rows={2} /> : children(data)}
    </section>
  );
}

/** A link to a page of the menu; empty if this person's menu lacks the page. */
export function MenuLink({ path }: { path: string }): ReactNode {
  const { t } = useTexts();
  const entry = listMenuEntries(useSignedIn()).find((one) => one.path === path);
  return entry ? <Link to={entry.path}>{t(entry.text)}</Link> : null;
}
