import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Badge, type Tone } from '../../ui/badge.js';
import { Breakable } from '../../ui/breakable.js';
import { RelativeTime } from '../../ui/time.js';
import { Card } from './card.js';
import { usePortalWebhooks, type PortalWebhook } from './overview.queries.js';

type Health = 'good' | 'failing' | 'parked' | 'paused' | 'disabled';
const tones: Record<Health, Tone> = {
  good: 'good',
  failing: 'busy',
  parked: 'bad',
  paused: 'busy',
  disabled: 'off',
};

function readHealth({ state, failures_in_row: failures }: PortalWebhook): Health {
  if (state !== 'open') return state;
  return failures > 0 ? 'failing' : 'good';
}

/** The deliveries of each webhook, with a link to the failed ones. */
export function WebhooksCard(): ReactNode {
  const { t } = useTexts();
  return (
    <Card title={t('deliveries.title')} query={usePortalWebhooks()} path="/webhooks">
      {({ hits }) =>
        hits.length === 0 ? (
          <p className="state-text">{t('overview.noWebhooks')}</p>
        ) : (
          <ul className="card-rows">
            {hits.map((webhook) => (
              <WebhookLine key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )
      }
    </Card>
  );
}

function WebhookLine({ webhook }: { webhook: PortalWebhook }): ReactNode {
  const { t } = useTexts();
  const health = readHealth(webhook);
  const isFailing = health === 'failing' || health === 'parked';
  return (
    <li>
      <div className="card-line">
        <Link
          to="/webhooks/$id"
          params={{ id: webhook.id }}
          search={isFailing ? { state: 'failed' } : {}}
          className="row-link"
        >
          <Breakable text={webhook.url} />
        </Link>
        <Badge tone={tones[health]}>
          {t(health === 'good' ? 'overview.health.good' : `webhooks.state.${health}`)}
        </Badge>
      </div>
      <p className="state-text">
        {t('overview.lastSuccess')}{' '}
        {webhook.last_success_time ? <RelativeTime value={webhook.last_success_time} /> : t('overview.never')}
        {isFailing && ` · ${t('overview.failures', { count: webhook.failures_in_row })}`}
      </p>
    </li>
  );
}
