import { shownName } from '@app/mail';
import type { Language } from '@app/texts';
import { ACCOUNT_ADDRESS, type Page } from '../pages/index.js';
import type { ListedOffer, Offer, OfferedApplication } from './offer.queries.js';

/** Offers that stand below something else. */
export interface ShownOffers {
  offers: { portal: string; host: string; address: string }[];
  /** Whether there are more than are shown. */
  hasMore: boolean;
}

/** How many offers, and how many applications of one, are shown. */
export const MOST_SHOWN = 20;

/** The page of an offer. */
export const offerAddress = (accountId: number): string => `/oauth/account/offer?account=${accountId}`;

/**
 * The page that tells the first administrator of a portal what made it.
 * @param transaction of the request that waits meanwhile
 */
export const welcomeAddress = (portalId: number, transaction?: string): string =>
  `/oauth/account/welcome?portal=${portalId}${transaction === undefined ? '' : `&transaction=${transaction}`}`;

/** @param found one more than is shown, if there are more. @param addressOf where the page of an offer is */
export const shownOffers = (
  found: readonly ListedOffer[],
  addressOf: (accountId: number) => string = offerAddress,
): ShownOffers => ({
  offers: found.slice(0, MOST_SHOWN).map(({ accountId, portalTitle, portalName }) => ({
    portal: shownName(portalTitle),
    host: portalName,
    address: addressOf(accountId),
  })),
  hasMore: found.length > MOST_SHOWN,
});

/** Everything about an offer that its page shows. Names are shown as names: others have chosen them. */
export function offerPage(
  offer: Offer,
  applications: readonly OfferedApplication[],
  { action, language }: { action: string; language: Language },
): Pick<Page, 'template' | 'title' | 'titleValues'> & { data: Record<string, unknown> } {
  const portal = shownName(offer.portalTitle);
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    template: './offer',
    title: 'offer.title',
    titleValues: { portal },
    data: {
      action,
      portal,
      host: offer.portalName,
      accountId: offer.accountId,
      maker: makerOf(offer),
      roles: offer.roles,
      lapses: offer.lapsesAt === null ? undefined : format.format(offer.lapsesAt),
      applications: applications
        .slice(0, MOST_SHOWN)
        .map(({ name, why }) => ({ name: shownName(name), why })),
      hasMore: applications.length > MOST_SHOWN,
    },
  };
}

function makerOf({ offeredBy, offeredThrough }: Offer) {
  const name = offeredBy === null ? undefined : shownName(offeredBy);
  const client = offeredThrough === null ? undefined : shownName(offeredThrough);
  if (name !== undefined && client !== undefined)
    return { text: 'offer.by.through', values: { name, client } };
  if (name !== undefined) return { text: 'offer.by', values: { name } };
  if (client !== undefined) return { text: 'offer.through', values: { client } };
  return { text: 'offer.byOperator', values: {} };
}

/** Instead of the page of an offer that is none any more, or never was one to this person: all alike. */
export const noOfferPage = (
  offer: Offer | undefined,
): Pick<Page, 'template' | 'title' | 'status' | 'data'> => ({
  template: './message',
  title: 'offer.none.title',
  status: offer?.state === 'accepted' ? 200 : offer?.state === 'lapsed' ? 410 : 404,
  data: {
    message:
      offer?.state === 'accepted'
        ? 'offer.accepted'
        : offer?.state === 'lapsed'
          ? 'offer.lapsed'
          : 'offer.none.text',
    values: { portal: offer ? shownName(offer.portalTitle) : '' },
    link: { href: ACCOUNT_ADDRESS, text: 'account.title' },
  },
});
