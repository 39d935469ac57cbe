/**
 * The text with one other character, for certain: in base64 the first one stands for other bytes, too.
 * @param at its index, from the end if negative
 */
export function alterCharacter(text: string, at: number): string {
  const index = at < 0 ? text.length + at : at;
  const other = text[index] === 'A' ? 'B' : 'A';
  return text.slice(0, index) + other + text.slice(index + 1);
}
