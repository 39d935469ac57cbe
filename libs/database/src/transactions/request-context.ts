import { AsyncLocalStorage } from 'node:async_hooks';

/** The request for which work is done. */
export interface RequestContext {
  /** Method and path template. */
  readonly operation: string;
  /** Undefined before the request has been authorised. */
  readonly portalId: number | undefined;
  /** The application whose token the request has; absent without a token. */
  readonly clientId?: string | undefined;
  /** Whether its body is so large that its transactions are heavy; by default not. */
  readonly hasLargeBody?: boolean;
  /** Whether it has used up the time within which an answer must begin; by default never. */
  readonly isOverdue?: boolean;
}

const callers = new AsyncLocalStorage<RequestContext>();

/** Runs `work` on behalf of `caller`, whose operation and portal share the connections. */
export const runInContext = <T>(caller: RequestContext, work: () => T): T => callers.run(caller, work);

export const requestContext = (): RequestContext | undefined => callers.getStore();
