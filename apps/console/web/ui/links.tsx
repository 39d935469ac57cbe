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

/** A link to another page in the style of a primary button. */
export const PrimaryLink = createLink(PrimaryAnchor);
