import { Bootstrap } from '@app/bootstrap-files';
import { grantNames, scopes } from '@app/contracts';
import { ConfigError } from '@app/kernel';
import { createHmac } from 'node:crypto';

/** A team's sandbox, the same for every call, so that a reset keeps its credentials. */
export interface Sandbox {
  team: string;
  host: string;
  provider: string;
  clientId: string;
  clientSecret: string;
  password: string;
  administrator: string;
  bootstrap: Bootstrap;
}

const COLLEAGUES = 24;

/**
 * @param portalDomain the domain of the portal's host
 * @param secret of the environment, from which credentials are derived
 * @throws ConfigError when the team's name cannot be part of a host name
 */
export function planSandbox(team: string, portalDomain: string, secret: string): Sandbox {
  if (!/^[a-z][a-z0-9-]{0,38}[a-z0-9]$/.test(team)) {
    throw new ConfigError(
      'A team name has 2 to 40 lower-case letters, digits and hyphens, and starts with a letter.',
    );
  }
  const name = `sandbox-${team}`;
  const host = `${name}.${portalDomain}`;
  const derive = (what: string): string =>
    createHmac('sha256', Buffer.from(secret, 'base64')).update(`sandbox\n${team}\n${what}`).digest('hex');
  const [clientSecret, password] = [derive('client').slice(0, 40), derive('password').slice(0, 20)];
  const mail = (local: string): string => `${local}@${host}`;
  const client = { id: `${name}-app`, name: `Sandbox of ${team}`, secret: clientSecret, portal: host };
  const person = (
    local: string,
    first_name: string,
    last_name: string,
    roles: string[],
    manager?: string,
  ) => ({
    email: mail(local),
    first_name,
    last_name,
    password,
    accounts: [{ portal: host, roles, managers: manager === undefined ? [] : [mail(manager)] }],
  });
  const bootstrap = Bootstrap.parse({
    portals: [
      {
        host,
        name: `Sandbox ${team}`,
        title: `Sandbox of ${team}`,
        features: ['login_links', 'premium_content', 'webhooks'],
        plan: { name: 'Sandbox', type: 'platform', region: 'EU', licensed_user_count: 1000 },
        custom_fields: [
          { name: 'department', type: 'text' },
          { name: 'employee_number', type: 'integer' },
        ],
      },
    ],
    people: [
      person('admin', 'Ada', 'Admin', ['Administrator']),
      person('manager', 'Marek', 'Manager', ['Manager']),
      person('learner', 'Lena', 'Learner', ['Learner'], 'manager'),
      ...Array.from({ length: COLLEAGUES }, (_, index) =>
        person(
          `colleague${index + 1}`,
          'Colleague',
          `No ${index + 1}`,
          ['Learner'],
          index % 2 ? 'manager' : undefined,
        ),
      ),
    ],
    clients: [
      {
        ...client,
        redirect_uri: 'http://localhost:5000/callback',
        scopes: scopes.filter((scope) => !scope.startsWith('app.')),
        grants: grantNames.toSorted(),
      },
    ],
    providers: [{ slug: name, portal: host, name: `Sandbox of ${team}` }],
  });
  return {
    team,
    host,
    provider: name,
    clientId: client.id,
    clientSecret,
    password,
    administrator: mail('admin'),
    bootstrap,
  };
}
