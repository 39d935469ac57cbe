import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Breakable } from '../../ui/breakable.js';
import { Fact, FactList } from '../../ui/facts.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { UsedMeter } from '../../ui/used-meter.js';
import { LimitsSection } from './limits-section.js';
import { usePortal, type ConsolePortal } from './portal.queries.js';

/** The portal's plan and limits. */
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
  return (
    <div className="plan">
      <Seats plan={plan} />
      <FactList>
        <Fact name={t('ui.name')}>{plan.name}</Fact>
        <Fact name={t('plan.type')}>{plan.type}</Fact>
        {plan.pricing && (
          <Fact name={t('ui.price')}>
            <Price pricing={plan.pricing} />
          </Fact>
        )}
        <Fact name={t('plan.renewal')}>
          {plan.renewal_date ? day(plan.renewal_date) : t('plan.noRenewal')}
        </Fact>
        <Fact name={t('plan.region')}>{plan.region}</Fact>
        <Fact name={t('plan.host')}>
          <code>
            <Breakable text={portal.name} />
          </code>
        </Fact>
        <Fact name={t('ui.since')}>{day(portal.created_time)}</Fact>
        <Fact name={t('plan.features')}>{portal.features.join(', ') || t('plan.noFeatures')}</Fact>
      </FactList>
    </div>
  );
}

function Seats({ plan }: { plan: ConsolePortal['plan'] }): ReactNode {
  const { t } = useTexts();
  const { active_user_count: used, licensed_user_count: most } = plan;
  const text = t(most === 0 ? 'plan.seatsFree' : 'plan.seatsOf', { count: used, used, most });
  const words = (
    <>
      <span className="seats-name">{t('plan.seats')}</span>
      <span className="number">{text}</span>
    </>
  );
  if (most === 0) return <div className="seats">{words}</div>;
  return (
    <UsedMeter className="seats" name={t('plan.seats')} used={used} most={most} text={text} before={words} />
  );
}

function Price({ pricing }: { pricing: NonNullable<ConsolePortal['plan']['pricing']> }): ReactNode {
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
