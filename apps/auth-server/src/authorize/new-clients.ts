import { Inject, Injectable } from '@nestjs/common';
import type { Scope } from '@app/contracts';
import type { Transaction } from '@app/database';
import { generateCredential, registerClient } from '@app/clients';
import { CLOCK, type Clock } from '@app/kernel';
import { ApplicationMails } from '../application-mails/index.js';
import { AuditLog } from '../audit/index.js';
import type { Caller } from '../request/index.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { Decision } from './steps.js';

/** A client that was just registered. */
export interface NewClient {
  clientId: string;
  clientSecret: string;
  clientName: string;
}

/** Registers what `new_client` asks for (wire contract, new_client). */
@Injectable()
export class NewClients {
  constructor(
    private readonly mails: ApplicationMails,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A fresh client of the chosen portal, with exactly the scopes that were shown; all administrators hear of it. */
  async register(
    tx: Transaction,
    request: AuthorizationRequest & { client: { newName: string } },
    { account, session, scopes }: Decision,
    caller: Caller,
  ): Promise<NewClient> {
    const clientId = generateCredential();
    const clientSecret = generateCredential();
    const { redirectUri } = request;
    const name = request.client.newName;
    const { portalId, accountId } = account;
    const grants = ['authorization_code', 'refresh_token', 'client_credentials'];
    await registerClient(
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
      this.clock.now(),
    );
    await this.audit.record(tx, caller, {
      event: 'client.created',
      portalId,
      accountId,
      personId: session.personId,
      clientId,
      details: { by: 'new_client', name, redirect_uri: redirectUri },
    });
    await this.mails.made(tx, portalId, { name, redirectUri }, accountId);
    return { clientId, clientSecret, clientName: name };
  }
}
