import type { ReactNode } from 'react';
import type { PortalLimit } from '../../api/portal-limits.js';
import { useTexts } from '../../texts/texts.js';
import { formatCounted } from '../../ui/limit-words.js';
import { RelativeTime } from '../../ui/time.js';
import { UsedMeter } from '../../ui/used-meter.js';
import { usedShare } from '../../ui/used-share.js';
import { Card } from './card.js';
import { listNearLimits } from './near-limits.js';
import { useOverviewLimits } from './overview.queries.js';

/** The card of limits that are nearly reached. */
export function LimitsCard(): ReactNode {
  const { t } = useTexts();
  return (
    <Card title={t('overview.limits')} query={useOverviewLimits()} path="/portal">
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

function LimitLine({ limit }: { limit: PortalLimit }): ReactNode {
  const { t, has, locale } = useTexts();
  const key = `limits.name.${limit.limit}`;
  const name = has(key) ? t(key) : limit.what;
  const used = limit.used ?? 0;
  const share = usedShare(limit).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 });
  const numbers = t('plan.seatsOf', {
    used: formatCounted(limit.limit, used, locale),
    most: formatCounted(limit.limit, limit.most, locale),
  });
  return (
    <li>
      <div className="card-line">
        <span title={limit.what}>{name}</span>
        <strong className="number">{share}</strong>
      </div>
      <UsedMeter name={name} used={used} most={limit.most} text={share} />
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
