/** A cell whose text cannot be parsed; the message says why, and completes `"1,234" ...`. */
export class BadCell extends Error {}
