import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DocumentBuilder, OpenAPIObject } from '@nestjs/swagger';
import { scopeTexts } from '@app/contracts';
import { openApiDocument, serveDocument } from '@app/http';
import type { Settings } from '../../config.js';
import { CLIENT_SCHEME, TEXT_ANSWERS } from './oauth-operation.js';

const DESCRIPTION = `Obtain, check and revoke tokens (RFC 6749, 7009, 7662, 7636, 8414), and manage OAuth clients.

**Try it:** with \`npm start\`, client \`acme-app\` and secret \`acme-app-secret\` get a token immediately; \`ops-app\` and \`ops-app-secret\` may manage clients.

Errors under \`/oauth\` are \`{error, error_description, hint, message}\`, under \`/client\` and \`/applications\` \`{code, error_code, message, ref}\`.`;

const configure =
  ({ AUTH_PUBLIC_URL: issuer, API_PUBLIC_URL: api }: Settings) =>
  (builder: DocumentBuilder): DocumentBuilder => {
    const addresses = { tokenUrl: `${issuer}/oauth/token`, scopes: scopeTexts };
    const authorizationCode = {
      ...addresses,
      authorizationUrl: `${issuer}/oauth/authorize`,
      refreshUrl: `${issuer}/oauth/token`,
    };
    const guide = (name: string) => ({ url: `${api}/docs/guides/${name}`, description: 'Guide' });
    return builder
      .setTitle('Learning Platform Service: authorization server')
      .setDescription(DESCRIPTION)
      .addServer(issuer)
      .addTag('Authorization', 'Where applications send people.', guide('grants.md'))
      .addTag('Tokens', 'Get tokens, check them and give them back.', guide('grants.md'))
      .addTag('OAuth clients', 'Register and change applications.', guide('partner-guide.md'))
      .addTag(
        'Applications of a portal',
        'Applications with access to a portal, for its administrators.',
        guide('partner-guide.md'),
      )
      .addTag('Keys and metadata', 'What clients configure themselves with.', guide('grants.md'))
      .addOAuth2(
        {
          type: 'oauth2',
          flows: { clientCredentials: addresses, authorizationCode },
          description: 'Gets a token for you: choose a flow.',
        },
        'oauth2',
      )
      .addBasicAuth(
        { type: 'http', scheme: 'basic', description: 'client_id and client_secret, each form-encoded.' },
        CLIENT_SCHEME,
      );
  };

/** The OpenAPI 3.1 document of the operations for programs. */
export async function authServerDocument(
  app: NestFastifyApplication,
  settings: Settings,
): Promise<OpenAPIObject> {
  const document = await openApiDocument(app, configure(settings));
  for (const { get } of Object.values(document.paths)) if (get) sayTexts(get as WithTexts);
  return document;
}

interface WithTexts {
  [TEXT_ANSWERS]?: { types: readonly string[]; example: string };
  responses: Record<string, { content?: Record<string, object> }>;
}

/** Adds the text media types of answers, because the library has one schema for all media types. */
function sayTexts(operation: WithTexts): void {
  const { types, example } = operation[TEXT_ANSWERS] ?? { types: [], example: '' };
  delete operation[TEXT_ANSWERS];
  for (const type of types)
    operation.responses['200']!.content![type] = { schema: { type: 'string' }, example };
}

/**
 * Serves the document at /docs-json and /docs-yaml. Its Swagger UI is on the resource API, because third-party scripts
 * must not run on the origin of the login pages.
 */
export function serveAuthDocument(app: NestFastifyApplication, settings: Settings): void {
  serveDocument(app, () => authServerDocument(app, settings), { ui: false, raw: ['json', 'yaml'] });
}
