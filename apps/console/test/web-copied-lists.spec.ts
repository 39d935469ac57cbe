import { scopes, webhookFlags } from '@app/contracts';
import { applicationScopes } from '../web/features/applications/application-types.js';
import { flagGroupNames, flagGroups } from '../web/features/webhooks/webhook-types.js';

/** The pages take nothing from the servers' libraries, so they have lists of their own. */
describe('lists that the pages copy', () => {
  it('have every scope', () => {
    expect([...applicationScopes].sort()).toEqual([...scopes].sort());
  });

  it('have every subscription of a webhook', () => {
    const flags = flagGroupNames.flatMap((group): readonly string[] => flagGroups[group]);
    expect([...flags].sort()).toEqual([...webhookFlags].sort());
  });
});
