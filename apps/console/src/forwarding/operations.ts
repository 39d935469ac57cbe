import { operations, type ForwardedServer } from './operations.generated.js';

/** Plain segments, which no two parsers read differently: no encoding, no empty segments, no dots. */
const plainPath = /^(\/[A-Za-z0-9_~!$'()*+,;=:@-][A-Za-z0-9._~!$'()*+,;=:@-]*)+$/;

const patterns = Object.entries(operations).flatMap(([server, list]) =>
  list.map((operation) => {
    const [method = '', template = ''] = operation.split(' ');
    const source = template
      .split('/')
      .map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll('.', '\\.')))
      .join('/');
    return { server, method, path: new RegExp(`^${source}$`) };
  }),
);

/** Whether an operation is allowed. @param path as it was sent, without the query */
export const isForwardedOperation = (server: ForwardedServer, method: string, path: string): boolean =>
  plainPath.test(path) &&
  patterns.some((one) => one.server === server && one.method === method && one.path.test(path));
