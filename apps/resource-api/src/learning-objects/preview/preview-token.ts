import { unixSeconds } from '@app/kernel';
import { z } from 'zod';
import type { Signer } from '../signer.js';

/** 15 minutes. */
export const PREVIEW_SECONDS = 900;

const Preview = z.object({
  /** Learning object, portal, account, expiry in Unix seconds, redirect at the end. */
  lo: z.int(),
  p: z.int(),
  a: z.int(),
  exp: z.int(),
  r: z.string().optional(),
});

export interface Preview {
  loId: number;
  portalId: number;
  /** The account for which it was created; it ends with that account. */
  accountId: number;
  redirectUrl?: string | undefined;
}

export interface SignedPreview extends Preview {
  hasExpired: boolean;
}

/** The last part of a preview URL: object, account and expiry, signed together. */
export function previewToken(signer: Signer, preview: Preview, now: Date): string {
  const content = Buffer.from(
    JSON.stringify({
      lo: preview.loId,
      p: preview.portalId,
      a: preview.accountId,
      exp: unixSeconds(now) + PREVIEW_SECONDS,
      r: preview.redirectUrl,
    }),
  ).toString('base64url');
  return `${content}.${signer.sign('preview', content)}`;
}

/** Undefined if this service did not issue it. */
export function readPreviewToken(signer: Signer, token: string, now: Date): SignedPreview | undefined {
  const [content = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !signer.isSigned('preview', content, signature)) return undefined;
  const preview = Preview.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString()));
  if (!preview.success) return undefined;
  const { lo, p, a, r, exp } = preview.data;
  return { loId: lo, portalId: p, accountId: a, redirectUrl: r, hasExpired: exp <= unixSeconds(now) };
}
