import { Module } from '@nestjs/common';
import { createDestinationPolicy } from '@app/destinations';
import { SETTINGS } from '@app/kernel';
import type { WorkerSettings } from '../../timing.js';
import { LinkPages } from './link-pages.js';
import { PageClient } from './page-client.js';

/** The address rules of webhooks apply to pages. */
@Module({
  providers: [
    LinkPages,
    {
      provide: PageClient,
      inject: [SETTINGS],
      useFactory: (settings: WorkerSettings) =>
        new PageClient({
          policy: createDestinationPolicy(settings),
          timeLimitMs: settings.timing.linkPageMs,
          egressProxy: settings.WEBHOOK_EGRESS_PROXY,
        }),
    },
  ],
})
export class LinkPagesModule {}
