import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> {
  children: ReactNode;
  look?: 'plain' | 'primary' | 'danger' | 'quiet';
  isPending?: boolean;
}

/**
 * While it is pending, it keeps the focus and ignores presses. React Aria's `isPending` would announce the button in a
 * separate live region, which remains after the button is removed.
 */
export function Button({ look = 'plain', isPending = false, children, ...rest }: ButtonProps): ReactNode {
  const pending = isPending && { 'aria-disabled': true, type: 'button' as const, onPress: () => undefined };
  return (
    <AriaButton
      {...rest}
      {...pending}
      data-pending={isPending || undefined}
      className={`button button-${look}`}
    >
      {children}
    </AriaButton>
  );
}
