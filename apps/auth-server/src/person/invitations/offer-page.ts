import { quoteName } from '@app/mail';
import { ACCOUNT_ADDRESS, type Page } from '../../edge/pages/index.js';
import type { ListedOffer, Offer, OfferedApplication } from './offer.queries.js';

/** Offers listed below the content of another page. */
export interface ShownOffers {
  offers: { portal: string; host: string; address: string }[];
  hasMore: boolean;
}

/** Maximum number of offers on a page, and of applications per offer. */
export const MAX_SHOWN = 20;

export const offerAddress = (accountId: number): string => `/oauth/account/offer?account=${accountId}`;

/**
 * The page that tells a portal's first administrator which application created it.
 * @param transaction id of the authorization request that continues after this page
 */
export const welcomeAddress = (portalId: number, transaction?: string): string =>
  `/oauth/account/welcome?portal=${portalId}${transaction === undefined ? '' : `&transaction=${transaction}`}`;

/**
 * @param listed one more than the page lists, if there are more
 * @param formatAddress returns the URL of an offer's page
 */
export const shownOffers = (
  listed: readonly ListedOffer[],
  formatAddress: (accountId: number) => string = offerAddress,
): ShownOffers => ({
  offers: listed.slice(0, MAX_SHOWN).map(({ accountId, portalTitle, portalName }) => ({
    portal: quoteName(portalTitle),
    host: portalName,
    address: formatAddress(accountId),
  })),
  hasMore: listed.length > MAX_SHOWN,
});

/** The page of an offer. Names chosen by other people are quoted, so that they do not read as part of the text. */
export function offerPage(
  offer: Offer,
  applications: readonly OfferedApplication[],
  action: string,
): Pick<Page, 'template' | 'title' | 'titleValues' | 'portalId'> & { data: Record<string, unknown> } {
  const portal = quoteName(offer.portalTitle);
  return {
    template: './offer',
    title: 'offer.title',
    titleValues: { portal },
    portalId: offer.portalId,
    data: {
      action,
      portal,
      host: offer.portalName,
      accountId: offer.accountId,
      maker: describeMaker(offer),
      roles: offer.roles,
      lapses: offer.invitationExpiresAt,
      applications: applications.slice(0, MAX_SHOWN).map(({ name, why }) => ({ name: quoteName(name), why })),
      hasMore: applications.length > MAX_SHOWN,
    },
  };
}

function describeMaker({ offeredBy, offeredThrough }: Offer) {
  const name = offeredBy === null ? undefined : quoteName(offeredBy);
  const client = offeredThrough === null ? undefined : quoteName(offeredThrough);
  if (name !== undefined && client !== undefined)
    return { text: 'offer.by.through', values: { name, client } };
  if (name !== undefined) return { text: 'offer.by', values: { name } };
  if (client !== undefined) return { text: 'offer.through', values: { client } };
  return { text: 'offer.byOperator', values: {} };
}

/** The same page for offers that are gone and for other people's offers, so that the two cannot be distinguished. */
export const noOfferPage = (
  offer: Offer | undefined,
): Pick<Page, 'template' | 'title' | 'status' | 'portalId' | 'data'> => ({
  template: './message',
  title: 'offer.none.title',
  portalId: offer?.portalId ?? null,
  status: offer?.state === 'accepted' ? 200 : offer?.state === 'lapsed' ? 410 : 404,
  data: {
    message:
      offer?.state === 'accepted'
        ? 'offer.accepted'
        : offer?.state === 'lapsed'
          ? 'offer.lapsed'
          : 'offer.none.text',
    values: { portal: offer ? quoteName(offer.portalTitle) : '' },
    link: { href: ACCOUNT_ADDRESS, text: 'account.title' },
  },
});
