import { errors } from 'undici';
import { AddressRefused } from '@app/destinations';
import type { DeliveryError, TlsReason } from '@app/webhooks';

const invalidResponse = /^UND_ERR_(HEADERS_OVERFLOW|RES_|NOT_SUPPORTED)/;
const brokenTls = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

const reasonsByCode: Readonly<Record<string, TlsReason>> = {
  CERT_HAS_EXPIRED: 'expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'self_signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'host_mismatch',
  UNABLE_TO_GET_ISSUER_CERT: 'incomplete_chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'incomplete_chain',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'incomplete_chain',
};

/** Why the receiver's certificate was refused; null if that is not what failed. */
export const findTlsReason = (error: unknown): TlsReason | null => reasonsByCode[readCode(error)] ?? null;

export function connectionError(error: unknown): DeliveryError {
  if (error instanceof AddressRefused) return 'address_refused';
  const code = readCode(error);
  if (brokenTls.test(code)) return 'tls_failed';
  if (error instanceof errors.HTTPParserError || invalidResponse.test(code)) return 'invalid_response';
  return 'connection_failed';
}

function readCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
