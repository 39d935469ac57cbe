import { AsyncLocalStorage } from 'node:async_hooks';

/** The request for which work is done. */
export interface RequestContext {
  /** Method and path template. */
  readonly operation: string;
  /** Known once the request has been authorized. */
  readonly portalId: number | undefined;
  /** The application with whose token it came; absent without one. */
  readonly clientId?: string | undefined;
  /** Whether it brought so much that its transactions are heavy; by default not. */
  readonly hasLargeBody?: boolean;
  /** Whether it has had the time that a request has until its answer begins; by default never. */
  readonly isOverdue?: boolean;
}

const callers = new AsyncLocalStorage<RequestContext>();

/** Runs `work` on behalf of `caller`, whose operation and portal have shares of the connections. */
export const runInContext = <T>(caller: RequestContext, work: () => T): T => callers.run(caller, work);

/** The request that the current work is for. */
export const requestContext = (): RequestContext | undefined => callers.getStore();
