import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { deliveryErrorNames } from './webhook-types.js';

/** The result of an attempt: a status, or why there is none. */
export function AttemptAnswer({ status, error }: { status: number | null; error: string | null }): ReactNode {
  const { t } = useTexts();
  if (error) {
    const name = deliveryErrorNames.find((one) => one === error);
    return <span>{name ? t(`deliveries.error.${name}`) : error}</span>;
  }
  if (status === null) return <span className="quiet">–</span>;
  return <span className="code">{status}</span>;
}
