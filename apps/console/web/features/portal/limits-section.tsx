import type { ReactNode } from 'react';
import { usePortalLimits, type PortalLimit } from '../../api/portal-limits.js';
import { useTexts } from '../../texts/texts.js';
import { Badge } from '../../ui/badge.js';
import { formatCounted } from '../../ui/limit-words.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { Table } from '../../ui/table.js';
import { UsedMeter } from '../../ui/used-meter.js';
import { usedState } from '../../ui/used-share.js';
import { countMarked, orderLimits } from './limit-order.js';

/** The limits of the whole portal; those that are nearly reached come first. */
export function LimitsSection(): ReactNode {
  const { t } = useTexts();
  const query = usePortalLimits();
  const { data } = query;
  const marked = data ? countMarked(data.hits) : 0;
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{t('limits.heading')}</h2>
      <p className="state-text">{t('limits.intro')}</p>
      {marked > 0 && <p className="notice">{t('limits.near', { count: marked })}</p>}
      {data ? <LimitsTable limits={orderLimits(data.hits)} /> : <NoAnswer query={query} />}
    </section>
  );
}

function LimitsTable({ limits }: { limits: readonly PortalLimit[] }): ReactNode {
  const { t } = useTexts();
  const columns = [{ name: t('limits.limit') }, { name: t('limits.used') }, { name: t('limits.counts') }];
  return (
    <Table caption={t('limits.heading')} columns={columns}>
      {limits.map((limit) => (
        <LimitRow key={limit.limit} limit={limit} />
      ))}
    </Table>
  );
}

function LimitRow({ limit }: { limit: PortalLimit }): ReactNode {
  const { t, has, locale } = useTexts();
  const show = (amount: number) => formatCounted(limit.limit, amount, locale);
  const text = t('plan.seatsOf', { used: show(limit.used ?? 0), most: show(limit.most) });
  const state = usedState(limit);
  const key = `limits.name.${limit.limit}`;
  const name = has(key) ? t(key) : limit.what;
  return (
    <tr>
      <th scope="row">
        <span className="limit-name" title={limit.what}>
          {name}
        </span>
        {(state === 'near' || state === 'reached') && (
          <Badge tone={state === 'near' ? 'busy' : 'bad'}>{t(`limits.state.${state}`)}</Badge>
        )}
      </th>
      <td>
        {limit.used === null ? (
          <span className="quiet">{t('limits.notCounted', { most: show(limit.most) })}</span>
        ) : (
          <UsedMeter className="limit-meter" name={name} used={limit.used} most={limit.most} text={text}>
            <span className="number">{text}</span>
          </UsedMeter>
        )}
      </td>
      <td className="quiet">
        {t(`limits.per.${limit.per}`)}
        {limit.resets_time && <> {t('limits.resets', { time: clockTime(limit.resets_time, locale) })}</>}
      </td>
    </tr>
  );
}

const clockTime = (value: string, locale: string): string =>
  new Date(value).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
