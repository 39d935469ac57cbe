/**
 * The text with one other character, for certain: in base64 the first one stands for other bytes, too.
 * @param position its index, from the end if negative
 */
export function alterCharacter(text: string, position: number): string {
  const index = position < 0 ? text.length + position : position;
  const other = text[index] === 'A' ? 'B' : 'A';
  return text.slice(0, index) + other + text.slice(index + 1);
}
