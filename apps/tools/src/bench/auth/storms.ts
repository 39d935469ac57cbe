/** Who guesses passwords, and how. `{number}`, `{address}` and `{client}` differ from one try to the next. */
export interface Storm {
  name: string;
  username: string;
  /** X-Forwarded-For. */
  from: string;
  /** Through one client each round unless said. */
  isThroughMany?: boolean;
  /** Whether somebody can do it who knows no more than one client's secret; else it is shown, not counted. */
  isBeyond?: boolean;
  /** Measured in a round, when it takes other than the usual ones: a rate limit is of a minute. */
  seconds?: number;
  /** In how many rounds; in all of them unless said. */
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

/** Through which the passwords are guessed; each round of another, so that no client's budget of 1,000 ends a storm. */
const clients = [
  {
    client_id: 'partner-app',
    client_secret: 'partner-app-secret',
    portal_name: 'acme.learning.localhost',
  },
  { client_id: 'acme-app', client_secret: 'acme-app-secret' },
  { client_id: 'globex-app', client_secret: 'globex-app-secret' },
];

/** The form of a storm's tries. @param hundred credentials of as many clients, for a storm that comes through them */
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
