import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DocumentBuilder } from '@nestjs/swagger';
import { scopeTexts } from '@app/contracts';
import { openApiDocument, serveDocument } from '@app/http';
import type { Settings } from './config.js';
import { serveGuides, type Guide } from './guides/guides.js';
import { dialogFromTheTop, ownClientOnlyWithCode, refusalsInALine } from './swagger-plugins.js';
import { webhookEvents } from './webhooks/webhook-events.openapi.js';

const DESCRIPTION = `Search learning content, manage people and enrollments, provision portals and receive webhooks.

**Try it:** press *Authorize*; with \`npm start\`, client \`acme-app\` and secret \`acme-app-secret\` work immediately.

Every list is answered as \`{total, hits}\`, every error as \`{code, error_code, message, ref}\`. Times are in UTC, ids are integers, durations are in minutes.`;

/** The tags in the order in which partners need them, each with its guide. */
const tags: [name: string, description: string, guide: Guide][] = [
  ['Learning objects', 'Search the catalogue, and play what was found.', 'partner-guide.md'],
  ['Users', 'People of the portal, and who the token acts for.', 'partner-guide.md'],
  ['Enrollments', 'Who learns what, and how far they have come.', 'partner-guide.md'],
  ['Webhooks', 'Receive changes immediately, signed and in order.', 'webhooks.md'],
  ['Content', 'Add a portal’s own content.', 'catalogue-import.md'],
  ['Collections', 'Choose content for a portal and for its subscribers.', 'partner-guide.md'],
  ['Content groups', 'Share content between portals.', 'partner-guide.md'],
  ['Portal', 'The portal itself, its configuration, and new portals.', 'partner-guide.md'],
  ['Audit log', 'Who did what in the portal, and from where.', 'partner-guide.md'],
  ['Branding', 'Name, colour and images on the pages of a portal.', 'partner-guide.md'],
];

const addTags = (builder: DocumentBuilder, { API_PUBLIC_URL }: Settings): DocumentBuilder =>
  tags.reduce(
    (all, [name, description, guide]) =>
      all.addTag(name, description, { url: `${API_PUBLIC_URL}/docs/guides/${guide}`, description: 'Guide' }),
    builder,
  );

/** `app.*` belongs to /client on the authorization server. */
const scopes = Object.fromEntries(Object.entries(scopeTexts).filter(([scope]) => !scope.startsWith('app.')));

const configure =
  (config: Settings) =>
  (builder: DocumentBuilder): DocumentBuilder =>
    addTags(builder, config)
      .setTitle('Learning Platform Service: resource API')
      .setDescription(DESCRIPTION)
      .addServer(config.API_PUBLIC_URL)
      .addOAuth2(
        {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: `${config.AUTH_PUBLIC_URL}/oauth/token`, scopes },
            authorizationCode: {
              authorizationUrl: `${config.AUTH_PUBLIC_URL}/oauth/authorize`,
              tokenUrl: `${config.AUTH_PUBLIC_URL}/oauth/token`,
              refreshUrl: `${config.AUTH_PUBLIC_URL}/oauth/token`,
              scopes,
            },
            password: {
              tokenUrl: `${config.AUTH_PUBLIC_URL}/oauth/token`,
              refreshUrl: `${config.AUTH_PUBLIC_URL}/oauth/token`,
              scopes,
            },
          },
          description:
            'Gets a token for you: choose a flow. The client and its secret are those of your application.',
        },
        'oauth2',
      );

export async function resourceApiDocument(app: NestFastifyApplication, config: Settings) {
  const document = await openApiDocument(app, configure(config));
  const schemas = (document.components?.schemas ?? {}) as Parameters<typeof webhookEvents>[0];
  const { webhooks, pathItems, components } = webhookEvents(schemas);
  Object.assign(schemas, components);
  return { ...document, webhooks, components: { ...document.components, pathItems } };
}

/** Swagger UI at /docs, the document at /docs-json. */
export function serveApiDocument(app: NestFastifyApplication, config: Settings): void {
  const fastify = app.getHttpAdapter().getInstance();
  // the pages of Swagger UI run its scripts and send requests to the authorization server
  fastify.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/docs')) return;
    void reply.header(
      'content-security-policy',
      `default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ${config.AUTH_PUBLIC_URL}; frame-ancestors 'none'`,
    );
  });
  serveGuides(fastify, config);
  serveDocument(app, () => resourceApiDocument(app, config), {
    customSiteTitle: 'Learning Platform Service API',
    explorer: true,
    swaggerOptions: {
      filter: true,
      urls: [
        { name: 'Resource API', url: '/docs-json' },
        { name: 'Authorization server', url: `${config.AUTH_PUBLIC_URL}/docs-json` },
      ],
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      oauth2RedirectUrl: `${config.API_PUBLIC_URL}/docs/oauth2-redirect.html`,
      plugins: [ownClientOnlyWithCode, dialogFromTheTop, refusalsInALine],
      initOAuth: { usePkceWithAuthorizationCodeGrant: true, clientId: 'swagger-ui' },
    },
  });
}
