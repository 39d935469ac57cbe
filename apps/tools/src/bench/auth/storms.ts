/** A way of guessing passwords. `{number}`, `{address}` and `{client}` differ from one attempt to the next. */
export interface Storm {
  name: string;
  username: string;
  /** X-Forwarded-For. */
  from: string;
  /** Default: through one client in each round. */
  isThroughMany?: boolean;
  /** Whether it needs more than one client's secret; then it is shown, but does not count towards the result. */
  isBeyond?: boolean;
  /** Duration of a round, if unusual: a rate limit covers a minute. */
  seconds?: number;
  /** Number of rounds; default: all. */
  rounds?: number;
}

const many = { username: '{number}@acme.example', from: '{address}' };

export const storms: readonly Storm[] = [
  { name: 'one account from one address', username: 'admin@acme.example', from: '198.51.100.7' },
  { name: 'one account from as many networks', username: 'admin@globex.example', from: '{address}' },
  {
    name: 'as many accounts from as many networks, through a client whose secret is known',
    ...many,
    seconds: 60,
    rounds: 3,
  },
  {
    name: 'as many accounts from as many networks, through a hundred clients whose secrets are known',
    ...many,
    isThroughMany: true,
    isBeyond: true,
  },
];

/**
 * Clients through which passwords are guessed, a different one in each round, so that no client's budget of 1,000 ends
 * a storm.
 */
const clients = [
  {
    client_id: 'partner-app',
    client_secret: 'partner-app-secret',
    portal_name: 'acme.learning.localhost',
  },
  { client_id: 'acme-app', client_secret: 'acme-app-secret' },
  { client_id: 'globex-app', client_secret: 'globex-app-secret' },
];

/** The form of a storm's attempts. @param hundred credentials of many clients, for a storm that uses them */
export const guess = (
  { username, isThroughMany }: Storm,
  round: number,
  hundred: Record<string, string>,
): Record<string, string> => ({
  grant_type: 'password',
  ...(isThroughMany ? hundred : clients[round % clients.length]),
  username,
  password: 'a wrong password',
});
