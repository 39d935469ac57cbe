import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import {
  refusal,
  type HarnessAnswer,
  type HarnessRequest,
  type HarnessRoute,
  route,
} from './harness-messages.js';
import { listChoosableContent, peopleRoutes } from './people-answers.js';
import { applicationRoutes } from './web-answers-applications.js';
import { apiErrorRoutes } from './web-answers-api-errors.js';
import { overviewRoutes } from './web-answers-overview.js';
import * as answers from './web-answers.js';
import * as portalAnswers from './web-portal-answers.js';
import * as content from './web-content-answers.js';
import { listSelected, selectionRoutes } from './web-content-selections.js';

/** The folder that `npm run build` makes of apps/console/web. */
export const BUILT_PAGES = join(__dirname, '..', '..', '..', 'dist', 'apps', 'console', 'web');
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The policy of the console's pages (design 7). */
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `font-src 'self'`,
  `img-src 'self' https:`,
  `connect-src 'self'`,
  // previews: the same server under another name
  'frame-src http://127.0.0.1:*',
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
].join('; ');

export { refusal, type HarnessAnswer, type HarnessRequest } from './harness-messages.js';

/** Answers a request instead of the usual answer; undefined leaves it to that. */
export type Override = (
  request: HarnessRequest,
) => HarnessAnswer | undefined | Promise<HarnessAnswer | undefined>;

/** The built pages, with answers of a portal with three webhooks: each can be replaced. */
export class WebHarness {
  readonly requests: HarnessRequest[] = [];
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response));
  #override: Override = () => undefined;

  async start(): Promise<void> {
    if (!existsSync(join(BUILT_PAGES, 'index.html')))
      throw new Error('The pages are not built: npm run build.');
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Replaces answers until the next call. */
  answer(override: Override = () => undefined): void {
    this.#override = override;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url!, this.url);
    if (url.pathname === portalAnswers.LOGO_PATH) {
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(portalAnswers.logo);
      return;
    }
    if (url.pathname.startsWith('/preview/')) return sendPreview(response);
    if (!url.pathname.startsWith('/bff/')) return sendFile(url.pathname, response);
    const request = await readRequest(incoming, url);
    this.requests.push(request);
    const answer = (await this.#override(request)) ?? usualAnswer(request);
    const status = answer.status ?? 200;
    response.writeHead(status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  }
}

/** Sends the page that the API shows in a frame. */
function sendPreview(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end('<!doctype html><html lang="en"><title>Preview</title><h1>As learners see it</h1></html>');
}

function sendFile(path: string, response: ServerResponse): void {
  const file = join(BUILT_PAGES, path);
  const isFile = extname(path) !== '' && existsSync(file);
  const shown = isFile ? file : join(BUILT_PAGES, 'index.html');
  response.writeHead(200, {
    'content-type': types[extname(shown)] ?? 'application/octet-stream',
    'content-security-policy': policy,
    // as the console's server does
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  response.end(readFileSync(shown));
}

async function readRequest(incoming: IncomingMessage, url: URL): Promise<HarnessRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const isJson = incoming.headers['content-type']?.includes('json');
  return {
    method: incoming.method!,
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text || undefined,
  };
}

const findLearningObject = (id: string) => content.learningObjects.find((one) => one.id === Number(id));
const findWebhook = (id: string) => answers.shownWebhooks.find((webhook) => webhook.id === Number(id));

const routes: readonly HarnessRoute[] = [
  ...peopleRoutes,
  ...applicationRoutes,
  ...apiErrorRoutes,
  ...selectionRoutes,
  route('GET', /^\/session$/, () => ({ body: answers.session })),
  route('GET', /^\/api\/v2\/audit-log$/, () => ({ body: { total: 3, hits: answers.auditLog } })),
  route('GET', /^\/api\/v2\/learning-objects$/, (request) => {
    if (request.query.has('collection') || request.query.has('content_group')) return listSelected(request);
    return request.query.has('offset') ? content.listContent(request) : listChoosableContent(request);
  }),
  route('GET', /^\/api\/v2\/learning-objects\/(\d+)$/, (_, [id]) => {
    const object = findLearningObject(id!);
    if (!object) return refusal(404, 'not_found');
    return { body: content.learningObjectDetail(object), headers: { etag: '"one"' } };
  }),
  route('PATCH', /^\/api\/v2\/learning-objects\/(\d+)$/, ({ body }, [id]) => ({
    body: { ...findLearningObject(id!), ...(body as object) },
  })),
  route('POST', /^\/api\/v2\/content\/(links|manual)$/, ({ body }) => ({
    status: 201,
    body: { ...content.learningObjects[1], ...(body as object) },
  })),
  route('GET', /^\/api\/v2\/learning-objects\/\d+\/preview$/, ({ headers }) => ({
    body: {
      total: 2,
      hits: ['one', 'two'].map((token, index) => ({
        id: 820 + index,
        type: 'document',
        title: `Safety briefing, part ${index + 1}`,
        mimetype: 'text/html',
        url: `http://127.0.0.1:${headers.host!.split(':')[1]}/preview/${token}`,
      })),
    },
  })),
  route('GET', /^\/api\/v2\/branding$/, () => ({ body: answers.branding, headers: { etag: '"branding"' } })),
  route('PUT', /^\/api\/v2\/branding$/, ({ body }) => ({
    body: { ...answers.branding, ...(body as object) },
  })),
  route('DELETE', /^\/api\/v2\/branding\/(logo|favicon)$/, () => ({ status: 204 })),
  route('GET', /^\/api\/v2\/configuration$/, () => ({
    body: portalAnswers.configuration,
    headers: { etag: '"configuration"' },
  })),
  route('GET', /^\/api\/v2\/configuration\/definitions$/, () => ({ body: portalAnswers.definitions })),
  route('PUT', /^\/api\/v2\/configuration$/, ({ body }) => ({
    body: { ...portalAnswers.configuration, ...(body as object) },
  })),
  route('GET', /^\/api\/v2\/account$/, () => ({ body: portalAnswers.portal })),
  route('GET', /^\/api\/v2\/limits$/, () => ({ body: portalAnswers.usedPortalLimits })),
  route('GET', /^\/api\/v2\/webhooks$/, () => ({ body: { total: 3, hits: answers.shownWebhooks } })),
  route('POST', /^\/api\/v2\/webhooks$/, ({ body }) => ({
    status: 201,
    body: {
      ...answers.shownWebhooks[0],
      ...(body as object),
      id: 3,
      secret_key: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    },
  })),
  route('GET', /^\/api\/v2\/webhooks\/(\d+)$/, (_, [id]) => {
    const webhook = findWebhook(id!);
    if (!webhook) return refusal(404, 'not_found');
    return { body: webhook, headers: { etag: '"one"' } };
  }),
  route('PATCH', /^\/api\/v2\/webhooks\/(\d+)$/, ({ body }, [id]) => ({
    body: { ...findWebhook(id!), ...(body as object) },
  })),
  route('DELETE', /^\/api\/v2\/webhooks\/\d+$/, () => ({ status: 204 })),
  route('POST', /^\/api\/v2\/webhooks\/(\d+)\/rotate-secret$/, (_, [id]) => ({
    body: { ...findWebhook(id!), secret_key: 'whsec_B4nrPEsLLNmk0RvDStKyQ9r8GKYqrTwj' },
  })),
  route('POST', /^\/api\/v2\/webhooks\/\d+\/replay$/, () => ({ status: 202, body: { count: 42 } })),
  route('POST', /^\/api\/v2\/webhooks\/\d+\/test$/, () => ({ status: 202, body: answers.deliveries[1] })),
  route('GET', /^\/api\/v2\/webhooks\/\d+\/statistics$/, ({ query }) => ({
    body: answers.statistics(Number(query.get('from')), query.get('interval')!),
  })),
  route('GET', /^\/api\/v2\/webhook-statistics$/, ({ query }) => ({
    body: answers.everyStatistics(Number(query.get('from'))),
  })),
  route('GET', /^\/api\/v2\/webhooks\/\d+\/deliveries$/, ({ query }) => {
    const hits = answers.findDeliveries(query);
    return { body: { total: hits.length, hits }, headers: { etag: '"list"' } };
  }),
  route('GET', /^\/api\/v2\/deliveries$/, ({ query }) => {
    const hits = answers.findDeliveries(query).map((hit, index) => ({ webhook_id: 3 + (index % 2), ...hit }));
    return { body: { total: hits.length, hits } };
  }),
  route('GET', /^\/api\/v2\/webhooks\/\d+\/deliveries\/(\d+)$/, (_, [id]) => {
    const delivery = answers.deliveries.find((one) => one.id === Number(id));
    return delivery ? { body: answers.deliveryDetail(delivery) } : refusal(404, 'not_found');
  }),
  route('POST', /^\/api\/v2\/webhooks\/\d+\/deliveries\/(\d+)\/redeliver$/, (_, [id]) => ({
    status: 202,
    body: answers.deliveries.find((one) => one.id === Number(id)),
  })),
  ...overviewRoutes,
];

function usualAnswer(request: HarnessRequest): HarnessAnswer {
  const path = request.path.slice('/bff'.length);
  for (const [method, pattern, answer] of routes) {
    const match = pattern.exec(path);
    if (match && method === request.method) return answer(request, match.slice(1));
  }
  return refusal(404, 'not_found');
}
