import { useEffect, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';

/** Names the window after the page. */
export function useTitle(title: string): void {
  const { t } = useTexts();
  useEffect(() => {
    document.title = `${title} · ${t('shell.console')}`;
  }, [title, t]);
}

interface PageHeadProps {
  title: string;
  /** A line above the title, such as where the page belongs. */
  above?: ReactNode;
  /** What can be done here. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** The heading of a page: it gets the focus after navigation. */
export function PageHead({ title, above, actions, children }: PageHeadProps): ReactNode {
  useTitle(title);
  return (
    <header className="page-head">
      {above && <div className="page-above">{above}</div>}
      <div className="page-line">
        <h1 tabIndex={-1}>{title}</h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </header>
  );
}
