/** What a handler or an interceptor answers when status and headers are part of the answer. */
export class WholeAnswer {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    readonly body?: string,
  ) {}
}
