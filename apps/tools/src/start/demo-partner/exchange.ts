/** A request that was made, and its answer, for display. */
export interface HttpExchange {
  /** The place of the request among the steps of the flow; the answer is the next step. */
  step: number;
  title: string;
  why: string;
  curl: string;
  status: number;
  answer: unknown;
}

/** A request as it is made and shown. */
export interface FlowRequest {
  step: number;
  title: string;
  why: string;
  url: string;
  method?: 'GET' | 'POST' | 'PUT';
  form?: Record<string, string>;
  json?: object;
  token?: string;
}

/** Makes the request. @throws TypeError when the server cannot be reached */
export async function recordRequest(sent: FlowRequest): Promise<HttpExchange> {
  const { step, title, why, url, form, json, token } = sent;
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
  return { step, title, why, curl: formatCurl(sent), status: response.status, answer };
}

/** The access or refresh token of an answer. */
export function readToken(
  { answer }: HttpExchange,
  name: 'access_token' | 'refresh_token',
): string | undefined {
  const token = (answer as Record<string, unknown> | undefined)?.[name];
  return typeof token === 'string' ? token : undefined;
}

/** Quotes one word for a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./:@=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a curl command. */
export function formatCurl({
  url,
  method,
  form,
  json,
  token,
}: Omit<FlowRequest, 'step' | 'title' | 'why'>): string {
  const lines = [`curl ${method === 'PUT' ? '-X PUT ' : ''}${quoted(url)}`];
  if (token !== undefined) lines.push(`-H ${quoted(`Authorization: Bearer ${token}`)}`);
  if (json) lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(json))}`);
  for (const [name, value] of Object.entries(form ?? {})) {
    const isPlain = /^[\w./:@,-]*$/.test(value);
    lines.push(isPlain ? `-d ${name}=${value}` : `--data-urlencode ${quoted(`${name}=${value}`)}`);
  }
  return lines.join(' \\\n  ');
}
