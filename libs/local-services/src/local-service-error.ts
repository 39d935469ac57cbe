/** A local service that cannot be had or started; the message is meant for the person at the terminal. */
export class LocalServiceError extends Error {
  override readonly name = 'LocalServiceError';
}
