/** A local service that is not available or cannot be started; the message is for the person at the terminal. */
export class LocalServiceError extends Error {
  override readonly name = 'LocalServiceError';
}
