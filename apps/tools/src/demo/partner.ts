/** An answer that is not as promised. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

/** A partner's program: it speaks plain HTTP and holds every answer against what was promised. */
export class Partner {
  /** Sent with every call once there is one. */
  token: string | undefined;

  async post(url: string, body: URLSearchParams | object): Promise<Answer> {
    return this.ask('POST', url, body);
  }

  /** @param status the promised one @throws BrokenPromise at any other */
  async call(status: number, method: string, url: string, body?: URLSearchParams | object): Promise<any> {
    const answer = await this.ask(method, url, body);
    if (answer.status === status) return answer.body;
    const { pathname } = new URL(url);
    const words = JSON.stringify(answer.body) ?? '';
    throw new BrokenPromise(
      `${method} ${pathname} answered ${answer.status}, not ${status}: ${words.slice(0, 300)}`,
    );
  }

  async ask(method: string, url: string, body?: URLSearchParams | object): Promise<Answer> {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(url, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
  }
}

/** @throws BrokenPromise with `promise` unless it is kept */
export function promised(isKept: boolean, promise: string): void {
  if (!isKept) throw new BrokenPromise(`Not as promised: ${promise}`);
}
