import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Badge, type Tone } from '../../ui/badge.js';
import { listNearLimits } from './near-limits.js';
import {
  useDeliveryDay,
  useInvitedCount,
  useOverdueCount,
  useOverviewLimits,
  usePortalWebhooks,
} from './overview.queries.js';

/** Less than this share of the last day's deliveries is bad. */
const BAD_RATE = 0.95;

/** Answers whether everything is all right: a line for each question, which links to the objects that need attention. */
export function HealthCard(): ReactNode {
  const { t } = useTexts();
  const id = useId();
  return (
    <section className="card card-wide" aria-labelledby={id}>
      <h2 id={id}>{t('overview.health')}</h2>
      <ul className="health">
        {useHasScope('webhook.read') && <DeliveriesLine />}
        {useHasScope('webhook.read') && <ParkedLine />}
        {useHasScope('user.read') && <InvitedLine />}
        {useHasScope('enrollment.read') && <OverdueLine />}
        {useHasScope('portal.read') && <LimitsLine />}
      </ul>
    </section>
  );
}

/** The share of the last day's deliveries that arrived. */
function DeliveriesLine(): ReactNode {
  const { t, locale } = useTexts();
  const { data, error } = useDeliveryDay();
  const rate = data && data.delivered / (data.delivered + data.failed);
  const isEmpty = Number.isNaN(rate);
  const tone = rate === 1 ? 'good' : isEmpty ? 'off' : (rate ?? 0) < BAD_RATE ? 'bad' : 'busy';
  const text = isEmpty
    ? t('webhooks.nothingSent')
    : // rounded down: 100 % would say that none has failed
      rate?.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1, roundingMode: 'floor' });
  return (
    <Line tone={tone} text={text} error={error}>
      <Link to="/webhooks/deliveries" search={data?.failed ? { state: 'failed' } : {}}>
        {t('overview.arrived')}
      </Link>
    </Line>
  );
}

function ParkedLine(): ReactNode {
  const { t } = useTexts();
  const { data, error } = usePortalWebhooks();
  return (
    <CountLine count={data?.hits.filter(({ state }) => state === 'parked').length} tone="bad" error={error}>
      <Link to="/webhooks">{t('overview.parked')}</Link>
    </CountLine>
  );
}

function InvitedLine(): ReactNode {
  const { t } = useTexts();
  const { data, error } = useInvitedCount();
  return (
    <CountLine count={data} tone="off" error={error}>
      <Link to="/people" search={{ status: 'invited' }}>
        {t('overview.invited')}
      </Link>
    </CountLine>
  );
}

function OverdueLine(): ReactNode {
  const { t } = useTexts();
  const { data, error } = useOverdueCount();
  return (
    <CountLine count={data} tone="busy" error={error}>
      <Link to="/enrollments" search={{ status: 'overdue' }}>
        {t('overview.overdue')}
      </Link>
    </CountLine>
  );
}

function LimitsLine(): ReactNode {
  const { t } = useTexts();
  const { data, error } = useOverviewLimits();
  return (
    <CountLine count={data && listNearLimits(data.hits).length} tone="busy" error={error}>
      <Link to="/portal">{t('overview.nearLimits')}</Link>
    </CountLine>
  );
}

interface CountProps {
  count: number | undefined;
  /** The tone of any count but 0. */
  tone: Tone;
  error: Error | null;
  children: ReactNode;
}

function CountLine({ count, tone, ...line }: CountProps): ReactNode {
  const { locale } = useTexts();
  return <Line {...line} tone={count === 0 ? 'good' : tone} text={count?.toLocaleString(locale)} />;
}

interface LineProps {
  tone: Tone;
  /** Undefined while it is loading. */
  text: string | undefined;
  error: Error | null;
  /** The link. */
  children: ReactNode;
}

function Line({ tone, text, error, children }: LineProps): ReactNode {
  const { t } = useTexts();
  return (
    <li>
      {children}
      {text === undefined ? (
        <span className="quiet">{error ? t('overview.unread') : '…'}</span>
      ) : (
        <Badge tone={tone}>{text}</Badge>
      )}
    </li>
  );
}
