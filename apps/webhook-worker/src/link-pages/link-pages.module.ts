import { Module, type DynamicModule } from '@nestjs/common';
import { destinationPolicy } from '@app/destinations';
import type { WorkerConfig } from '../config.js';
import { LinkPages } from './link-pages.js';
import { LinkPagesQueries } from './link-pages.queries.js';
import { PageClient } from './page-client.js';

@Module({})
export class LinkPagesModule {
  /** Pages are under the address rules of webhooks. */
  static forRoot(config: WorkerConfig): DynamicModule {
    const ownHosts = [config.AUTH_PUBLIC_URL, config.API_PUBLIC_URL].map((url) => new URL(url).hostname);
    const policy = destinationPolicy({
      allowedHosts: config.WEBHOOK_ALLOWED_HOSTS,
      ownDomains: [config.PORTAL_DOMAIN, ...ownHosts],
    });
    return {
      module: LinkPagesModule,
      providers: [
        LinkPages,
        LinkPagesQueries,
        {
          provide: PageClient,
          useFactory: () => new PageClient({ policy, egressProxy: config.WEBHOOK_EGRESS_PROXY }),
        },
      ],
    };
  }
}
