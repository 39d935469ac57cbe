/** The answer of a handler or interceptor that sets status and headers itself. */
export class WholeAnswer {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    readonly body?: string,
  ) {}
}
