/**
 * @returns the JSON of the answer
 * @throws Error when it was refused
 */
export async function post(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { method: 'POST', ...init });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

export const postForm = (url: string, form: Record<string, string>): Promise<Record<string, unknown>> =>
  post(url, { body: new URLSearchParams(form) });

/** @param form with the credentials of a client */
export const requestToken = async (url: string, form: Record<string, string>): Promise<string> =>
  (await postForm(url, { grant_type: 'client_credentials', ...form }))['access_token'] as string;
