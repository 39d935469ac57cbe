import type { ReactNode } from 'react';
import { EndButton, type EndProps } from '../../ui/end-button.js';
import { useChangeAccess, type AccessChange } from './applications.queries.js';

interface EndAccessProps extends Pick<EndProps<AccessChange>, 'label' | 'hint' | 'look' | 'done'> {
  clientId: string;
  change: AccessChange;
  /** Of the question. */
  title: string;
  /** Says what ends, for whom and when. */
  text: string;
}

/** Ends access, after a question that says what ends. */
export function EndAccessButton({ clientId, change, title, text, ...button }: EndAccessProps): ReactNode {
  return (
    <EndButton
      {...button}
      question={{ title, text, button: button.label }}
      change={useChangeAccess(clientId)}
      body={change}
    />
  );
}
