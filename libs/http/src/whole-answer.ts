/** An answer whose handler or interceptor sets status and headers itself. */
export class WholeAnswer {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    readonly body?: string,
  ) {}
}
