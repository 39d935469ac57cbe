/** Matches a time of the resource API. */
export const anyWireTime = (): string =>
  expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+00:00$/) as string;
