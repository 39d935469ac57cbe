import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '@app/database';

export interface DueLink {
  id: number;
  url: string;
  tries: number;
}

@Injectable()
export class LinkPagesQueries {
  constructor(private readonly database: Database) {}

  /** Takes what is due; when this process ends in the middle, it is due again after five minutes. */
  takeDue(limit: number): Promise<DueLink[]> {
    return this.database.many<DueLink>(sql`
      update learning.link_pages l set tries = l.tries + 1, next_try = now() + interval '5 minutes'
        from learning.learning_objects o
       where o.id = l.lo_id and o.url is not null and l.lo_id = any(array(
         select lo_id from learning.link_pages where next_try <= now() order by next_try limit ${limit}
            for update skip locked))
      returning l.lo_id as id, o.url, l.tries`);
  }

  async done(tx: Transaction, id: number): Promise<void> {
    await tx.run(sql`delete from learning.link_pages where lo_id = ${id}`);
  }

  async giveUp(id: number): Promise<void> {
    await this.database.write((tx) => this.done(tx, id));
  }

  async tryAgain(id: number, inSeconds: number): Promise<void> {
    await this.database.many(sql`
      update learning.link_pages set next_try = now() + ${inSeconds}::int * interval '1 second' where lo_id = ${id}`);
  }
}
