import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';

interface ScrollingNavProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Links in a row, which scrolls to the current page's link if they do not fit. */
export function ScrollingNav({ label, className, children }: ScrollingNavProps): ReactNode {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current=page], .active');
    if (!row.current || !current) return;
    const { offsetLeft, clientWidth } = row.current;
    row.current.scrollLeft = current.offsetLeft - offsetLeft - (clientWidth - current.offsetWidth) / 2;
  }, [path]);
  return (
    <nav ref={row} className={className} aria-label={label}>
      {children}
    </nav>
  );
}
