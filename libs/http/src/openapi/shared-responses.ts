import type { OpenAPIObject } from '@nestjs/swagger';

/** The names of refusals that several operations have, by status. */
const names: Record<string, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  414: 'UriTooLong',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'ServerError',
  503: 'Unavailable',
};

interface Refusal {
  name: string;
  text: string;
  /** The objects that contain the response. */
  places: Record<string, unknown>[];
}

/**
 * Moves the refusals that several operations share to `components/responses`: of each status the most common one, and
 * separately the one with errors of OAuth. Texts of a single operation stay with it.
 */
export function shareResponses(document: OpenAPIObject): void {
  const refusals = new Map<string, Refusal>();
  for (const path of Object.values(document.paths))
    for (const { responses } of Object.values(path) as { responses?: Record<string, unknown> }[])
      for (const [status, response] of Object.entries(responses ?? {})) {
        const text = JSON.stringify(response);
        if (!names[status] || text.includes('"text/html"')) continue;
        const isOAuth = text.includes('#/components/schemas/OAuthError"');
        const name = `${isOAuth ? 'OAuth' : ''}${names[status]}`;
        const key = `${name} ${text}`;
        const refusal = refusals.get(key) ?? { name, text, places: [] };
        refusals.set(key, { ...refusal, places: [...refusal.places, responses!] });
      }
  const shared: Record<string, object> = {};
  const byUse = [...refusals.values()].sort((one, other) => other.places.length - one.places.length);
  for (const { name, text, places } of byUse) {
    if (places.length < 2 || shared[name]) continue;
    shared[name] = JSON.parse(text) as object;
    for (const responses of places)
      for (const [status, response] of Object.entries(responses))
        if (JSON.stringify(response) === text) responses[status] = { $ref: `#/components/responses/${name}` };
  }
  const sorted = Object.entries(shared).sort(([one], [other]) => (one < other ? -1 : 1));
  document.components = {
    ...document.components,
    responses: Object.fromEntries(sorted) as NonNullable<OpenAPIObject['components']>['responses'] & object,
  };
}
