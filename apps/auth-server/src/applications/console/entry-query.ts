import { Id, Integer, scopes, type Scope } from '@app/contracts';
import { z } from 'zod';
import { isClientId } from '../clients/index.js';

const APPLICATIONS_ADDRESS = '/oauth/account/applications';

const Parameters = z.object({
  portal: Id.optional().catch(undefined),
  client_id: z.string().refine(isClientId).optional().catch(undefined),
  scope: z.string().max(2_000).optional().catch(undefined),
  offset: Integer.pipe(z.int().min(0).max(9_900)).default(0).catch(0),
});

/** Query parameters of these pages; invalid ones are ignored. */
export class EntryQuery {
  private constructor(
    readonly portalId: number | undefined,
    readonly clientId: string | undefined,
    /** Scopes that the author of the link proposes. */
    readonly proposed: readonly Scope[] | undefined,
    readonly offset: number,
  ) {}

  static of(query: unknown): EntryQuery {
    const { portal, client_id: clientId, scope, offset } = Parameters.parse(query ?? {});
    const names = scope?.split(/[\s,]+/);
    return new EntryQuery(portal, clientId, names && scopes.filter((one) => names.includes(one)), offset);
  }

  /** The address of one of these pages with these parameters. */
  address(page: '' | '/details' | '/approve'): string {
    const parameters = new URLSearchParams();
    if (this.portalId !== undefined) parameters.set('portal', String(this.portalId));
    if (this.clientId !== undefined) parameters.set('client_id', this.clientId);
    if (this.proposed) parameters.set('scope', this.proposed.join(' '));
    if (this.offset > 0) parameters.set('offset', String(this.offset));
    const text = parameters.toString();
    return `${APPLICATIONS_ADDRESS}${page}${text && `?${text}`}`;
  }
}

/** The page of one application, or of all applications of a portal. */
export const entryAddress = (portalId: number, clientId?: string): string =>
  EntryQuery.of({ portal: portalId, client_id: clientId }).address(clientId === undefined ? '' : '/details');
