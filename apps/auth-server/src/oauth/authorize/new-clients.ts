import { Inject, Injectable } from '@nestjs/common';
import type { Scope } from '@app/contracts';
import type { Transaction } from '@app/database';
import { CredentialChanges, generateCredential } from '@app/clients';
import { CLOCK, type Clock } from '@app/kernel';
import { AuditLog } from '../../edge/audit/index.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { Decision } from './steps.js';

export interface IssuedCredentials {
  clientId: string;
  clientSecret: string;
  clientName: string;
}

/** Registers the client that `new_client` describes (contract 3.36). */
@Injectable()
export class NewClients {
  constructor(
    private readonly credentials: CredentialChanges,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Registers a client for the chosen portal with exactly the displayed scopes; mails all administrators. */
  async register(
    tx: Transaction,
    request: AuthorizationRequest & { client: { newName: string } },
    { account, session, scopes }: Decision,
  ): Promise<IssuedCredentials> {
    const clientId = generateCredential();
    const clientSecret = generateCredential();
    const { redirectUri } = request;
    const name = request.client.newName;
    const { portalId, accountId } = account;
    const grants = ['authorization_code', 'refresh_token', 'client_credentials'];
    await this.credentials.create(
      tx,
      {
        clientId,
        name,
        secret: clientSecret,
        redirectUri,
        portalId,
        grants: request.responseType === 'token' ? [...grants, 'implicit'] : grants,
        scopes: scopes satisfies Scope[],
        owner: { accountId },
      },
      { accountId },
      this.clock.now(),
    );
    await this.audit.record(tx, {
      event: 'client.created',
      portalId,
      accountId,
      personId: session.personId,
      clientId,
      details: { by: 'new_client', name, redirect_uri: redirectUri },
    });
    return { clientId, clientSecret, clientName: name };
  }
}
