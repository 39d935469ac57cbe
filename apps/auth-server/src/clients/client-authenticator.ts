import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, sameBytes, sha256, type Clock } from '@app/kernel';
import { AuditLog, RefusalFlood } from '../audit/index.js';
import { InvalidClient } from '../errors/index.js';
import type { Caller } from '../request/index.js';
import { clientOf, isClientId, type Client, type ClientRow } from './client.js';
import type { PresentedClient } from './client-credentials.js';
import { ClientQueries } from './client.queries.js';
import { secretComparisons } from './metrics.js';

const nobody = sha256('no client has this secret');

/** Authenticates clients at the token, revocation and introspection endpoints. */
@Injectable()
export class ClientAuthenticator {
  constructor(
    private readonly clients: ClientQueries,
    private readonly audit: AuditLog,
    private readonly refusals: RefusalFlood,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * One look-up and two comparisons whatever is wrong, so that the time reveals nothing.
   * @throws InvalidClient for an unknown or inactive client and for a wrong, missing or superfluous secret. Source:
   *   RFC 6749 2.3, wire contract section 2.
   */
  async authenticate(presented: PresentedClient, caller: Caller): Promise<Client> {
    const row = await this.clients.find(isClientId(presented.clientId) ? presented.clientId : '');
    const hash = sha256(presented.secret ?? '');
    const isCurrent = this.#same(hash, row?.secretHash);
    const isPrevious = this.#same(hash, this.#livingPrevious(row));
    const refusal = this.#refusal(row, presented, isCurrent || isPrevious);
    if (row === undefined || refusal !== undefined) {
      const { clientId } = presented;
      const details = { reason: refusal ?? 'unknown client' };
      await this.refusals.refusal(caller, { event: 'client.authentication_refused', clientId, details });
      throw new InvalidClient(presented.byBasic, details.reason);
    }
    if (isPrevious && !isCurrent) {
      const { clientId, portalId } = row;
      await this.audit.record(this.database, caller, {
        event: 'client.previous_secret_used',
        clientId,
        portalId,
      });
    }
    return clientOf(row);
  }

  #same(hash: Buffer, stored: Buffer | null | undefined): boolean {
    secretComparisons.inc();
    return sameBytes(hash, stored ?? nobody);
  }

  #livingPrevious(row: ClientRow | undefined): Buffer | null | undefined {
    const until = row?.previousSecretUntil;
    return until && until > this.clock.now() ? row.previousSecretHash : null;
  }

  #refusal(
    row: ClientRow | undefined,
    presented: PresentedClient,
    isRightSecret: boolean,
  ): string | undefined {
    if (!row) return 'unknown client';
    if (row.status !== 1) return 'inactive client';
    if (row.secretHash === null)
      return presented.secret === undefined ? undefined : 'the client has no secret';
    if (presented.secret === undefined) return 'no secret';
    return isRightSecret ? undefined : 'wrong secret';
  }
}
