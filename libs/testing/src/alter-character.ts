/**
 * The text with a different character at one position. In base64 the first character always changes the bytes.
 * @param position its index, from the end if negative
 */
export function alterCharacter(text: string, position: number): string {
  const index = position < 0 ? text.length + position : position;
  const other = text[index] === 'A' ? 'B' : 'A';
  return text.slice(0, index) + other + text.slice(index + 1);
}
