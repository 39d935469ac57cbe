import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  children: ReactNode;
  look?: 'plain' | 'primary' | 'danger' | 'quiet';
}

/** While it is pending it keeps the focus and does nothing. */
export function Button({ look = 'plain', children, ...rest }: ButtonProps): ReactNode {
  return (
    <AriaButton {...rest} className={`button button-${look}`}>
      {children}
    </AriaButton>
  );
}
