/** An image that is refused; the message is a sentence for whoever sent it. */
export class BadImage extends Error {
  override readonly name = 'BadImage';
}
