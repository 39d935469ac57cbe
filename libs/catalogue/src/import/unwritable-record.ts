/** A record that cannot be written because of what is already in the catalogue. */
export class UnwritableRecord extends Error {}
