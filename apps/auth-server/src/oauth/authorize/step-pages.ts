import { redirectHost } from '../../applications/clients/index.js';
import { requestPage, loginPage, type PendingRequest } from '../../sign-in/login/index.js';
import { factorSetUpAddress } from '../../sign-in/second-factor/index.js';
import type { ShownOffers } from '../../person/invitations/index.js';
import { failedWith, type FormFailure, type Page } from '../../edge/pages/index.js';
import { getClientName, isNewClient, type AuthorizationRequest } from './authorization-request.js';
import type { AuthorizeStep } from './steps.js';

type PendingAuthorization = PendingRequest<AuthorizationRequest>;

export function stepPage(
  pending: PendingAuthorization,
  step: Exclude<AuthorizeStep, { step: 'offer' }>,
  listed: ShownOffers,
  failure?: FormFailure,
): Page {
  const { request } = pending.waiting;
  const client = getClientName(request);
  const isNew = isNewClient(request);
  // for an unbound application, the portal of the account that it will use
  const portalId = 'account' in step ? step.account.portalId : undefined;
  const page = (one: Parameters<typeof requestPage>[2]): Page =>
    requestPage(pending, step.session, { ...(portalId !== undefined && { portalId }), ...one });
  switch (step.step) {
    case 'login':
      return loginPage(pending, step.session);
    case 'password-again':
      return loginPage(pending, step.session, { isAgain: true, hasPassword: step.hasPassword });
    case 'no-portal':
      return page({
        template: './no-portal',
        title: listed.offers.length > 0 ? 'offers.title' : 'portal.none.title',
        ...failedWith(failure),
        data: { client, isNew, couldCreate: step.target !== undefined, error: failure?.error, ...listed },
      });
    case 'proof-missing':
      return page({
        template: './prove-address',
        title: 'proof.title',
        status: 403,
        data: {
          demandedBy: step.account.portalTitle,
          canUseAnother: true,
          canChoosePortal: step.hasOthers,
        },
      });
    case 'factor-missing':
      return page({
        template: './message',
        title: 'factor.title',
        status: 403,
        data: {
          message: 'factor.required',
          values: { portal: step.account.portalTitle },
          link: { href: factorSetUpAddress(pending.id), text: 'account.factor.setUp' },
          canUseAnother: true,
          canChoosePortal: step.hasOthers,
        },
      });
    case 'factor-required':
    case 'factor-requested':
      return page({
        template: './factor',
        title: 'factor.title',
        data: {
          demandedBy: step.step === 'factor-required' ? step.account.portalTitle : undefined,
          canUseAnother: true,
          canChoosePortal: step.hasOthers,
        },
      });
    case 'portal':
      return page({
        template: './portal',
        title: 'portal.title',
        data: { client, accounts: step.accounts, ...listed },
      });
    case 'not-administrator':
      return page({
        template: './message',
        title: 'error.title',
        status: 403,
        data: {
          message: 'consent.new.notAdministrator',
          canUseAnother: true,
          canChoosePortal: step.hasOthers,
          values: { portal: step.account.portalTitle },
        },
      });
    case 'consent':
    case 'respond':
      return page({
        template: './consent',
        title: isNew ? 'consent.new.title' : 'consent.title',
        titleValues: { client },
        data: {
          client,
          isNew,
          isFirstParty: step.client?.isFirstParty,
          host: redirectHost(request.redirectUri),
          redirects: request.redirects,
          portal: step.account.portalTitle,
          accountId: step.account.accountId,
          canChoosePortal: step.hasOthers,
          scopes: step.scopes,
          openidScopes: step.openidScopes,
          ...listed,
        },
      });
  }
}
