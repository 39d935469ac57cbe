/** An image is refused; the message is a sentence for its sender. */
export class BadImage extends Error {
  override readonly name = 'BadImage';
}
