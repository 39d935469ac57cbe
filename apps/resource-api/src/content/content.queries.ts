import { Injectable } from '@nestjs/common';
import { sql, type Transaction } from '@app/database';
import { enforceLimit } from '@app/limits';

export interface NewItem {
  type: 'link' | 'manual';
  provider_id: number;
  title: string;
  language: string;
  description?: string;
  url?: string;
}

@Injectable()
export class ContentQueries {
  async insert(tx: Transaction, portalId: number, item: NewItem, now: Date): Promise<number> {
    return (await tx.value<number>(sql`
      insert into learning.learning_objects
        (portal_id, provider_id, type, title, description, language, url, mode, created_time, updated_time)
      values (${portalId}, ${item.provider_id}, ${item.type}, ${item.title}, ${item.description ?? ''},
              ${item.language}, ${item.url ?? null}, ${item.type === 'manual' ? 'in-person' : 'self-paced'}, ${now}, ${now})
      returning id`))!;
  }

  /** The provider that represents the portal itself: its first one, created if there is none. */
  async ownProvider(tx: Transaction, portalId: number): Promise<number> {
    const first = await tx.one<{ id: number }>(sql`
      select id from learning.providers where portal_id = ${portalId} and slug is not null order by id limit 1`);
    if (first) return first.id;
    const portal = await tx.one<{ title: string }>(
      sql`select title from identity.portals where id = ${portalId}`,
    );
    return this.provider(tx, portalId, portal!.title);
  }

  /** @throws LimitReached when the portal has created too much */
  assertContentLimit(tx: Transaction, portalId: number): Promise<void> {
    return enforceLimit(
      tx,
      'content',
      portalId,
      sql`select 1 from learning.learning_objects
           where portal_id = ${portalId} and external_id is null and retired_time is null`,
    );
  }

  /** The portal's provider with this name, created if there is none. @throws LimitReached */
  async provider(tx: Transaction, portalId: number, name: string): Promise<number> {
    const row = await tx.one<{ id: number; is_new: boolean }>(sql`
      insert into learning.providers (portal_id, name) values (${portalId}, ${name})
      on conflict (portal_id, name) do update set name = excluded.name returning id, xmax = 0 as is_new`);
    if (row!.is_new) {
      const rows = sql`select 1 from learning.providers where portal_id = ${portalId}`;
      await enforceLimit(tx, 'providers', portalId, rows, 0);
    }
    return row!.id;
  }
}
