import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiTags } from '@app/http';
import { Public } from '@app/access';
import { grantNames, openidScopes, scopes } from '@app/contracts';
import type { Settings } from '../../config.js';
import { languages } from '@app/texts';
import { SETTINGS } from '@app/kernel';
import { OAuthOperation } from '../../edge/openapi/index.js';
import { OpenidClaims } from '../openid/index.js';
import { Metadata, OpenidMetadata } from './metadata.schema.js';

const claimNames = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'at_hash',
  'amr',
  'acr',
  'sid',
  ...Object.keys(OpenidClaims.shape).filter((name) => name !== 'sub'),
];

/** Metadata (RFC 8414, contract 3.27), and the same with the members of OpenID Connect (Discovery 3). */
@ApiTags('Keys and metadata')
@Controller('.well-known')
@Public()
export class MetadataController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get('oauth-authorization-server')
  @OAuthOperation({
    summary: 'Metadata of the authorization server',
    description: 'RFC 8414: the endpoints and what they support; libraries configure themselves from it.',
    answer: Metadata,
  })
  @Header('cache-control', 'public, max-age=3600')
  authorizationServer(): Metadata {
    const issuer = this.settings.AUTH_PUBLIC_URL;
    const authentication = ['client_secret_basic', 'client_secret_post', 'none'];
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      introspection_endpoint: `${issuer}/oauth/introspect`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      scopes_supported: [...scopes, ...openidScopes, 'offline_access'],
      response_types_supported: ['code', 'token'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      grant_types_supported: grantNames.toSorted(),
      token_endpoint_auth_methods_supported: authentication,
      revocation_endpoint_auth_methods_supported: authentication,
      introspection_endpoint_auth_methods_supported: authentication,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ui_locales_supported: [...languages],
      subject_types_supported: ['public'],
    };
  }

  @Get('openid-configuration')
  @OAuthOperation({
    summary: 'The same metadata for OpenID Connect',
    description: 'OpenID Connect Discovery 3, with the members that its libraries need.',
    answer: OpenidMetadata,
  })
  @Header('cache-control', 'public, max-age=3600')
  openidConfiguration(): OpenidMetadata {
    const metadata = this.authorizationServer();
    return {
      ...metadata,
      userinfo_endpoint: `${metadata.issuer}/oauth/userinfo`,
      end_session_endpoint: `${metadata.issuer}/oauth/logout`,
      id_token_signing_alg_values_supported:
        this.settings.SIGNING_ALG === 'ES256' ? ['RS256', 'ES256'] : ['RS256'],
      claims_supported: [...claimNames],
      prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
      acr_values_supported: ['1fa', '2fa'],
      claims_parameter_supported: false,
      request_parameter_supported: false,
      request_uri_parameter_supported: false, // the default is true
    };
  }
}
