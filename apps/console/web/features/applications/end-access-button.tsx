import type { ReactNode } from 'react';
import { EndButton, type EndProps } from '../../ui/end-button.js';
import { useChangeAccess, type AccessChange } from './applications.queries.js';

interface EndAccessProps extends Pick<EndProps<AccessChange>, 'label' | 'hint' | 'look' | 'done'> {
  clientId: string;
  change: AccessChange;
  /** The title of the question. */
  title: string;
  /** Describes whose access ends, and when. */
  text: string;
}

/** Ends access after a question. */
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
