import { request as undiciRequest, Agent } from 'undici';

export interface TestRequest {
  token?: string | undefined;
  json?: unknown;
  form?: Record<string, string>;
  body?: string | Buffer;
  headers?: Record<string, string | string[]>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The parsed JSON body; undefined when there is none. */
  body: any;
}

/** Called with every answer, before the test sees it. */
export type AnswerCheck = (method: string, path: string, answer: Answer) => void;

/** A client for real HTTP requests to one base URL. */
export class HttpClient {
  readonly #agent = new Agent({ connections: 128, pipelining: 1 });

  constructor(
    readonly baseUrl: string,
    private readonly check: AnswerCheck = () => undefined,
  ) {}

  async send(method: string, path: string, sent: TestRequest = {}): Promise<Answer> {
    const headers: Record<string, string | string[]> = { ...sent.headers };
    if (sent.token !== undefined) headers['authorization'] = `Bearer ${sent.token}`;
    let body = sent.body;
    if (sent.json !== undefined) {
      headers['content-type'] ??= 'application/json';
      body = JSON.stringify(sent.json);
    } else if (sent.form) {
      headers['content-type'] ??= 'application/x-www-form-urlencoded';
      body = new URLSearchParams(sent.form).toString();
    }
    const response = await undiciRequest(`${this.baseUrl}${path}`, {
      method: method as 'GET',
      headers,
      ...(body === undefined ? {} : { body }),
      dispatcher: this.#agent,
    });
    // with the byte order mark, which `text()` omits
    const text = Buffer.from(await response.body.arrayBuffer()).toString();
    const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
    const answer: Answer = {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
    this.check(method, path, answer);
    return answer;
  }

  get = (path: string, sent?: TestRequest): Promise<Answer> => this.send('GET', path, sent);
  post = (path: string, sent?: TestRequest): Promise<Answer> => this.send('POST', path, sent);
  put = (path: string, sent?: TestRequest): Promise<Answer> => this.send('PUT', path, sent);
  patch = (path: string, sent?: TestRequest): Promise<Answer> => this.send('PATCH', path, sent);
  delete = (path: string, sent?: TestRequest): Promise<Answer> => this.send('DELETE', path, sent);

  close(): Promise<void> {
    return this.#agent.close();
  }
}
