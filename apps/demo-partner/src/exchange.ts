export interface ServerRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT';
  form?: Record<string, string>;
  json?: object;
  token?: string;
}

export interface ServerAnswer {
  status: number;
  /** The parsed JSON body; undefined when it is empty. */
  answer: unknown;
}

/** A request with an explanation for learners. */
export interface FlowRequest extends ServerRequest {
  title: string;
  why: string;
}

export interface HttpExchange extends ServerAnswer {
  title: string;
  why: string;
  curl: string;
}

/** @throws TypeError when the server cannot be reached */
export async function sendRequest(sent: ServerRequest): Promise<ServerAnswer> {
  const { url, form, json, token } = sent;
  const body = form ? new URLSearchParams(form) : json ? JSON.stringify(json) : undefined;
  const response = await fetch(url, {
    method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const answer: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, answer };
}

/**
 * Sends a request of a flow, and stores it for display.
 * @throws TypeError when the server cannot be reached
 */
export async function recordRequest(sent: FlowRequest): Promise<HttpExchange> {
  const { title, why } = sent;
  return { title, why, curl: formatCurl(sent), ...(await sendRequest(sent)) };
}

export function readToken(
  { answer }: ServerAnswer,
  name: 'access_token' | 'refresh_token',
): string | undefined {
  const token = (answer as Record<string, unknown> | undefined)?.[name];
  return typeof token === 'string' ? token : undefined;
}

/** Quotes one word for a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./:@=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

export function formatCurl({ url, method, form, json, token }: ServerRequest): string {
  const lines = [`curl ${method === 'PUT' ? '-X PUT ' : ''}${quoted(url)}`];
  if (token !== undefined) lines.push(`-H ${quoted(`Authorization: Bearer ${token}`)}`);
  if (json)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json, undefined, 2))}`);
  for (const [name, value] of Object.entries(form ?? {})) {
    const isPlain = /^[\w./:@,-]*$/.test(value);
    lines.push(isPlain ? `-d ${name}=${value}` : `--data-urlencode ${quoted(`${name}=${value}`)}`);
  }
  return lines.join(' \\\n  ');
}
