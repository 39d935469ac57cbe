import type { RouteEntry } from '@app/http';
import { sendRaw } from './raw-http.js';

/** Resembles a token, a secret or an id of one, none of which may be logged. */
const TOKEN = 'kQ3vWz8xT1mBn5rYp0sLd7hGf2jCa9eUoIiRtZqXw4N';
const PERSON = 'pia.private@people.example';
/** The spellings of it in URLs of people and careless programs. */
const spellings = [PERSON, encodeURIComponent(PERSON), PERSON.replace('@', '%40').toUpperCase()];

interface Parameter {
  name: string;
  in: string;
}
interface Document {
  paths: Record<string, Record<string, { parameters?: readonly Parameter[] }>>;
}

/** Patterns of all private values in a URL, to search log lines for. */
const privateValues: readonly RegExp[] = [
  new RegExp(TOKEN.slice(0, 20), 'i'),
  /pia\.private/i,
  /people\.example/i,
];

/** Further names of parameters, which callers might invent or a later version might have. */
const moreNames = [
  'email',
  'name',
  'login_hint',
  'jwt',
  'token',
  'key',
  'x',
  'one_time_token[]',
  'user[email]',
];

/**
 * One request for every route, with a token in every path parameter and personal values in all parameters of all
 * routes. Includes URLs that resemble a route.
 * @param isPublic parameters that may be logged, by name
 */
export function privateRequests(
  routes: readonly RouteEntry[],
  document: object,
  isPublic: (parameter: string) => boolean,
): { method: string; path: string; route: string }[] {
  const operations = Object.values((document as Document).paths).flatMap((path) => Object.values(path));
  const documented = operations.flatMap(({ parameters = [] }) =>
    parameters.filter((one) => one.in === 'query').map(({ name }) => name),
  );
  const names = [...new Set([...documented, ...moreNames])].filter((name) => !isPublic(name));
  const query = names
    .flatMap((name, index) => [`${name}=${spellings[index % spellings.length]}`, `${name}=${TOKEN}`])
    .join('&');
  const patterns = new Map(routes.map((route) => [`${route.method} ${route.url}`, route]));
  /** Whether the next segment of this path is a public parameter of another route. */
  const goesOn = (url: string) =>
    routes.some((route) => route.url.startsWith(`${url}/:`) && isPublic(route.url.slice(url.length + 2)));
  return [...patterns.values()].flatMap(({ method, url }) => {
    const path = url
      .replace(/:(\w+)/g, (_, name: string) => (isPublic(name) ? '7' : TOKEN))
      .replace('*', 'x');
    return [
      { method, route: url, path: `${path}?${query}` },
      // longer than the path of a route, or with a bare value instead of a pair
      ...(method === 'GET'
        ? [...(goesOn(url) ? [] : [`${path}/${TOKEN}`]), `${path}/${PERSON}?${TOKEN}`, `${path}?${PERSON}`]
        : []
      ).map((other) => ({ method, route: url, path: other })),
    ];
  });
}

/**
 * Sends the requests, and asserts that each is logged once, without private values.
 * @param lines of the log
 */
export async function expectPrivateLog(
  url: string,
  requests: readonly { method: string; path: string }[],
  lines: string[],
  host = 'x',
): Promise<void> {
  lines.length = 0;
  for (const { method, path } of requests)
    await sendRaw(url, `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const toldMessages = lines.filter((line) => /"status":\d/.test(line));
  expect(toldMessages).toHaveLength(requests.length);
  expect(lines.filter((line) => privateValues.some((value) => value.test(line)))).toEqual([]);
}
