import type { ReactNode } from 'react';
import { Meter } from 'react-aria-components';
import { useTexts } from '../../texts/texts.js';
import { Breakable } from '../../ui/breakable.js';
import { Fact, FactList } from '../../ui/facts.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { LimitsSection } from './limits-section.js';
import { usePortal, type ConsolePortal } from './portal.queries.js';

/** The plan that the portal has booked, and how much of everything it can have. */
export function PlanPage(): ReactNode {
  return (
    <>
      <PlanSection />
      <LimitsSection />
    </>
  );
}

function PlanSection(): ReactNode {
  const { t } = useTexts();
  const query = usePortal();
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{t('plan.heading')}</h2>
      {query.data ? <PlanFacts portal={query.data} /> : <NoAnswer query={query} rows={3} />}
    </section>
  );
}

function PlanFacts({ portal }: { portal: ConsolePortal }): ReactNode {
  const { t, locale } = useTexts();
  const { plan } = portal;
  const day = (value: string): string =>
    new Date(value).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const facts: [name: string, value: ReactNode][] = [
    [t('ui.name'), plan.name],
    [t('plan.type'), plan.type],
    [t('ui.price'), <Price key="price" pricing={plan.pricing} />],
    [t('plan.renewal'), plan.renewal_date ? day(plan.renewal_date) : t('plan.noRenewal')],
    [t('plan.region'), plan.region],
    [
      t('plan.host'),
      <code key="host">
        <Breakable text={portal.name} />
      </code>,
    ],
    [t('ui.since'), day(portal.created_time)],
    [t('plan.features'), portal.features.length > 0 ? portal.features.join(', ') : t('plan.noFeatures')],
  ];
  return (
    <div className="plan">
      <Seats plan={plan} />
      <FactList>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </FactList>
    </div>
  );
}

function Seats({ plan }: { plan: ConsolePortal['plan'] }): ReactNode {
  const { t } = useTexts();
  const { active_user_count: used, licensed_user_count: most } = plan;
  if (most === 0) {
    return (
      <div className="seats">
        <span className="seats-name">{t('plan.seats')}</span>
        <span className="number">{t('plan.seatsFree', { count: used })}</span>
      </div>
    );
  }
  const text = t('plan.seatsOf', { used, most });
  return (
    <Meter
      className="seats"
      aria-label={t('plan.seats')}
      value={Math.min(used, most)}
      maxValue={most}
      valueLabel={text}
    >
      {({ percentage }) => (
        <>
          <span className="seats-name">{t('plan.seats')}</span>
          <span className="number">{text}</span>
          <span className="meter" data-state={used >= most ? 'reached' : percentage > 80 ? 'near' : 'free'}>
            <span style={{ width: `${percentage}%` }} />
          </span>
        </>
      )}
    </Meter>
  );
}

function Price({ pricing }: { pricing: ConsolePortal['plan']['pricing'] }): ReactNode {
  const { t, locale } = useTexts();
  const { price, currency, tax, tax_included: isIncluded } = pricing;
  if (price === 0) return t('plan.priceFree');
  const money = (amount: number): string =>
    /^[A-Z]{3}$/.test(currency)
      ? amount.toLocaleString(locale, { style: 'currency', currency })
      : `${amount.toLocaleString(locale)} ${currency}`;
  const taxText = isIncluded ? t('plan.taxIncluded') : tax > 0 && t('plan.tax', { tax: money(tax) });
  return (
    <>
      {money(price)}
      {taxText && <span className="quiet"> ({taxText})</span>}
    </>
  );
}
