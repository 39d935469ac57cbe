/**
 * The same text in its own memory, for storing it. A text that was cut out of another (a parameter of a body of 64 KiB)
 * makes V8 keep the whole other text.
 */
export const copyString = (text: string): string => Buffer.from(text).toString();
