import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { RelativeTime } from '../../ui/time.js';
import { Card } from './card.js';
import { listNearLimits, NEAR, usedShare } from './near-limits.js';
import { useFullLimits, type FullLimit } from './overview.queries.js';

/** From this share on, the bar warns. */
const ALMOST_FULL = 0.95;

/** Limits that are nearly reached. */
export function LimitsCard(): ReactNode {
  const { t } = useTexts();
  return (
    <Card title={t('overview.limits')} query={useFullLimits()} path="/portal">
      {({ hits }) => {
        const near = listNearLimits(hits);
        if (near.length === 0) return <p className="state-text">{t('overview.noLimits')}</p>;
        return (
          <ul className="card-rows">
            {near.map((limit) => (
              <LimitLine key={limit.limit} limit={limit} />
            ))}
          </ul>
        );
      }}
    </Card>
  );
}

function LimitLine({ limit }: { limit: FullLimit }): ReactNode {
  const { t, locale } = useTexts();
  const share = usedShare(limit).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 });
  const numbers = t('overview.used', { used: limit.used ?? 0, most: limit.most });
  return (
    <li>
      <div className="card-line">
        <span>{limit.what}</span>
        <strong className="number">{share}</strong>
      </div>
      <meter
        min={0}
        max={limit.most}
        value={limit.used ?? 0}
        optimum={0}
        low={limit.most * NEAR}
        high={limit.most * ALMOST_FULL}
        aria-label={limit.what}
      />
      <p className="state-text">
        {numbers}
        {limit.resets_time && (
          <>
            {' · '}
            {t('overview.resets')} <RelativeTime value={limit.resets_time} />
          </>
        )}
      </p>
    </li>
  );
}
