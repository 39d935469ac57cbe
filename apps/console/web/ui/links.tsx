import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>;
}

function PrimaryAnchor({ children, ...rest }: AnchorProps): ReactNode {
  return (
    <a {...rest} className="button button-primary">
      {children}
    </a>
  );
}

/** A link that looks like the first button of a page: it leads to another one. */
export const PrimaryLink = createLink(PrimaryAnchor);
