import { errors } from 'undici';
import { AddressRefused } from '@app/destinations';
import type { unreadable } from '@app/webhooks';

/**
 * What partners are told about an attempt without a status. Refused and timed-out connections look alike, so that
 * nobody can scan ports through us.
 */
export type DeliveryError =
  | 'address_refused'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'invalid_response'
  // nothing was sent, through a fault of ours
  | (typeof unreadable)[keyof typeof unreadable];

const invalidResponse = /^UND_ERR_(HEADERS_OVERFLOW|RES_|NOT_SUPPORTED)/;
const brokenTls = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

export function connectionError(error: unknown): DeliveryError {
  if (error instanceof AddressRefused) return 'address_refused';
  const { code: errorCode } = error as { code?: unknown };
  const code = typeof errorCode === 'string' ? errorCode : '';
  if (brokenTls.test(code)) return 'tls_failed';
  if (error instanceof errors.HTTPParserError || invalidResponse.test(code)) return 'invalid_response';
  return 'connection_failed';
}
