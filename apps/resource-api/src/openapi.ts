import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DocumentBuilder } from '@nestjs/swagger';
import { scopeTexts } from '@app/contracts';
import { openApiDocument, serveDocument } from '@app/http';
import type { Settings } from './config.js';
import { webhookEvents } from './webhooks/webhook-events.openapi.js';

const DESCRIPTION = `Search learning content, manage people and enrollments, provision portals and receive webhooks.

**Try it:** press *Authorize*; with \`npm start\`, client \`acme-app\` and secret \`acme-app-secret\` work at once.

Every list is answered as \`{total, hits}\`, every error as \`{code, error_code, message, ref}\`. Times are in UTC, ids are integers, durations are in minutes.`;

/** `app.*` belongs to /client on the authorization server. */
const scopes = Object.fromEntries(Object.entries(scopeTexts).filter(([scope]) => !scope.startsWith('app.')));

const configure =
  (config: Settings) =>
  (builder: DocumentBuilder): DocumentBuilder =>
    builder
      .setTitle('Learning Platform Service: resource API')
      .setDescription(DESCRIPTION)
      .setVersion('2.0')
      .setLicense('MIT', 'https://opensource.org/license/mit')
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
        },
        'oauth2',
      )
      .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearer');

/** The OpenAPI 3.1 document of the app. */
export async function resourceApiDocument(app: NestFastifyApplication, config: Settings) {
  const document = await openApiDocument(app, configure(config));
  const schemas = (document.components?.schemas ?? {}) as Parameters<typeof webhookEvents>[0];
  const { webhooks, pathItems, components } = webhookEvents(schemas);
  Object.assign(schemas, components);
  return { ...document, webhooks, components: { ...document.components, pathItems } };
}

interface AuthorizeProps {
  schema: { get(name: 'flow'): string };
  authSelectors: { getConfigs(): object };
}
interface SwaggerUI {
  React: {
    createElement(component: unknown, props: object): unknown;
    useEffect(effect: () => void, once: []): void;
  };
}

/** The part of the browser's document that the dialog needs. */
interface DialogDocument {
  querySelector(selector: string):
    | {
        focus(options: { preventScroll: boolean }): void;
        scrollTo(x: number, y: number): void;
      }
    | null
    | undefined;
}

/**
 * `initOAuth` fills in its client for every flow, but that client has no secret. This runs in the browser and is sent
 * as source, so it can use nothing from around it.
 */
const ownClientOnlyWithCode = () => ({
  wrapComponents: {
    oauth2: (original: unknown, ui: SwaggerUI) => (props: AuthorizeProps) => {
      const { schema, authSelectors } = props;
      if (schema.get('flow') === 'authorizationCode') return ui.React.createElement(original, props);
      const getConfigs = () => ({ ...authSelectors.getConfigs(), clientId: '' });
      return ui.React.createElement(original, { ...props, authSelectors: { ...authSelectors, getConfigs } });
    },
  },
});

/**
 * Each form of the dialog focuses its first field, so that the last one wins and the dialog opens scrolled to its
 * end. This also runs in the browser.
 */
const dialogFromTheTop = () => ({
  wrapComponents: {
    authorizationPopup: (original: unknown, ui: SwaggerUI) => (props: object) => {
      ui.React.useEffect(() => {
        const { document } = globalThis as unknown as { document: DialogDocument };
        document.querySelector('.modal-ux .auth-container input')?.focus({ preventScroll: true });
        document.querySelector('.modal-ux-content')?.scrollTo(0, 0);
      }, []);
      return ui.React.createElement(original, props);
    },
  },
});

/** Swagger UI at /docs, the document at /docs-json. */
export function serveApiDocument(app: NestFastifyApplication, config: Settings): void {
  const fastify = app.getHttpAdapter().getInstance();
  // Swagger UI's pages run its own scripts and talk to the authorization server
  fastify.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/docs')) return;
    void reply.header(
      'content-security-policy',
      `default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ${config.AUTH_PUBLIC_URL}; frame-ancestors 'none'`,
    );
  });
  serveDocument(app, () => resourceApiDocument(app, config), {
    customSiteTitle: 'Learning Platform Service API',
    explorer: true,
    swaggerOptions: {
      urls: [
        { name: 'Resource API', url: '/docs-json' },
        { name: 'Authorization server', url: `${config.AUTH_PUBLIC_URL}/docs-json` },
      ],
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      oauth2RedirectUrl: `${config.API_PUBLIC_URL}/docs/oauth2-redirect.html`,
      plugins: [ownClientOnlyWithCode, dialogFromTheTop],
      initOAuth: { usePkceWithAuthorizationCodeGrant: true, clientId: 'swagger-ui' },
    },
  });
}
