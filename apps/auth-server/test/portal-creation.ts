import { sql } from '@app/database';
import { type AuthStack } from './auth-stack.js';

/** Parameters of the authorize page that let a person without a portal create one, after {@link offerPortalCreation}. */
export const place = { creation_path: 'starter', partner_portal_id: '3' };

export async function offerPortalCreation(stack: AuthStack): Promise<void> {
  await stack.db.many(sql`
    insert into identity.presets (creation_path, title, plan)
    values ('starter', 'Starter', '{"licensed_user_count": 5}')`);
  await stack.db.many(sql`
    insert into identity.portals (id, name, title, is_distribution_partner)
    values (3, 'partner.learning.localhost', 'Partner', true)`);
  await stack.db.many(sql`select setval('identity.portals_id_seq', 1000)`);
}

/** The address of a new person with a password, whose only account has been closed. */
export async function personWithoutPortal(stack: AuthStack): Promise<string> {
  const [person] = await stack.db.many<{ email: string }>(sql`
    with person as (insert into identity.persons (email, first_name, last_name)
                    values ('nobody' || gen_random_uuid() || '@x.example', 'Nora', 'Body')
                    returning id, email)
    , secret as (insert into auth.passwords (person_id, hash) select person.id, hash from person,
           auth.passwords where person_id = 1)
    , account as (insert into identity.accounts (portal_id, person_id, first_name, last_name, closed_time)
                  select 2, id, 'Nora', 'Body', now() from person)
    select email from person`);
  return person!.email;
}
