/** An answer whose handler or interceptor sets status and headers itself. */
export class WholeAnswer {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    readonly body?: string,
  ) {}
}

/** An answer whose JSON is already serialised. */
export const jsonAnswer = (json: string): WholeAnswer =>
  new WholeAnswer(200, { 'content-type': 'application/json; charset=utf-8' }, json);
