import { useEffect, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Breakable } from './breakable.js';

/** Sets the title of the window. */
export function useTitle(title: string): void {
  const { t } = useTexts();
  useEffect(() => {
    document.title = `${title} · ${t('shell.console')}`;
  }, [title, t]);
}

let isHeadingAwaited = false;

/** Focuses the heading after navigation: immediately, or when the page has loaded. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1');
  isHeadingAwaited = !heading;
  heading?.focus({ preventScroll: true });
}

interface PageHeadProps {
  title: string;
  /** A line above the title, such as where the page belongs. */
  above?: ReactNode;
  /** The buttons of the page. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** The heading of a page: it gets the focus after navigation. */
export function PageHead({ title, above, actions, children }: PageHeadProps): ReactNode {
  useTitle(title);
  useEffect(() => {
    if (isHeadingAwaited) focusHeading();
  }, []);
  return (
    <header className="page-head">
      {above && <div className="page-above">{above}</div>}
      <div className="page-line">
        <h1 tabIndex={-1}>
          <Breakable text={title} />
        </h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </header>
  );
}
