import { Module, type DynamicModule } from '@nestjs/common';
import { destinationPolicyOf } from '@app/destinations';
import type { WorkerConfig } from '../config.js';
import { LinkPages } from './link-pages.js';
import { LinkPagesQueries } from './link-pages.queries.js';
import { PageClient } from './page-client.js';

@Module({})
export class LinkPagesModule {
  /** Pages are under the address rules of webhooks. */
  static forRoot(config: WorkerConfig): DynamicModule {
    const policy = destinationPolicyOf(config);
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
