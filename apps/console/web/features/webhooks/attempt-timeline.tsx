import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Duration, RelativeTime, Time } from '../../ui/time.js';
import { AttemptAnswer } from './attempt-answer.js';
import {
  deliveryErrorNames,
  tlsReasonNames,
  type ConsoleAttempt,
  type ConsoleDeliveryDetail,
} from './webhook-types.js';

const isSuccess = ({ status }: ConsoleAttempt): boolean => status !== null && status >= 200 && status < 300;

/** The next attempt, then all attempts, newest first. A receiver's answer is displayed as text, even if it is markup. */
export function AttemptTimeline({ delivery }: { delivery: ConsoleDeliveryDetail }): ReactNode {
  const { t } = useTexts();
  if (delivery.attempts.length === 0 && !delivery.next_try_time)
    return <p className="state-text">{t('delivery.noAttempt')}</p>;
  const lastRefusal = delivery.attempts.findLast((attempt) => attempt.response && !isSuccess(attempt));
  return (
    <ol className="timeline">
      {delivery.next_try_time && (
        <li className="attempt attempt-next">
          <p>
            {t('webhooks.nextTry')} <RelativeTime value={delivery.next_try_time} isComing />
          </p>
        </li>
      )}
      {delivery.attempts.toReversed().map((attempt) => (
        <li
          key={attempt.number}
          className={isSuccess(attempt) ? 'attempt attempt-good' : 'attempt attempt-bad'}
        >
          <div className="attempt-line">
            <strong>{t('delivery.attempt', { number: attempt.number })}</strong>
            <AttemptAnswer status={attempt.status} error={attempt.error} />
            <Duration ms={attempt.duration_ms} />
            {attempt.probe && <span className="tag">{t('delivery.probe')}</span>}
            <span className="quiet">
              <Time value={attempt.time} />
            </span>
          </div>
          <Advice attempt={attempt} />
          {attempt.response && (
            <details open={attempt === lastRefusal}>
              <summary>{t('delivery.answer')}</summary>
              <pre tabIndex={0}>{attempt.response}</pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The advice for the receiver's developer. */
function Advice({ attempt }: { attempt: ConsoleAttempt }): ReactNode {
  const { t } = useTexts();
  const reason = tlsReasonNames.find((name) => name === attempt.error_reason);
  if (reason) return <p className="attempt-advice">{t(`deliveries.advice.${reason}`)}</p>;
  const error = deliveryErrorNames.find((name) => name === attempt.error);
  if (error) return <p className="attempt-advice">{t(`deliveries.advice.${error}`)}</p>;
  if (attempt.error_reason)
    return (
      <p className="attempt-advice">{t('deliveries.advice.redirect', { host: attempt.error_reason })}</p>
    );
  const status = findAdvisedClass(attempt.status);
  return status && <p className="attempt-advice">{t(`deliveries.advice.${status}`)}</p>;
}

/** The class of a status for which there is advice. */
function findAdvisedClass(status: number | null): '3xx' | '401' | '404' | '410' | '4xx' | '5xx' | undefined {
  if (status === null || status < 300) return undefined;
  if (status < 400) return '3xx';
  if (status === 401 || status === 403) return '401';
  if (status === 404 || status === 410) return `${status}`;
  return status < 500 ? '4xx' : '5xx';
}
