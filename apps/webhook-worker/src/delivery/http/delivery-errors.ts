import { errors } from 'undici';
import { AddressRefused } from '@app/destinations';
import type { DeliveryError } from '@app/webhooks';

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
