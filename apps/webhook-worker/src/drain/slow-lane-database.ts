import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database, openDatabase } from '@app/database';
import { MailboxQueries } from './mailbox.queries.js';

/** The slow lane's own connections to Postgres. */
@Injectable()
export class SlowLaneDatabase implements OnModuleDestroy {
  private constructor(private readonly database: Database) {}

  static async open(options: { url: string; poolSize: number }): Promise<SlowLaneDatabase> {
    return new SlowLaneDatabase(
      await openDatabase({ ...options, applicationName: 'webhook-worker slow lane' }),
    );
  }

  get mailboxes(): MailboxQueries {
    return new MailboxQueries(this.database);
  }

  async onModuleDestroy(): Promise<void> {
    await this.database.dataSource.destroy();
  }
}
