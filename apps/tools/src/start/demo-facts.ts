import colors from 'picocolors';
import { type Addresses, PORTAL_DOMAIN } from './apps.js';

const PASSWORD = 'Demo-pass-1234';

const ACCOUNTS = [
  { email: 'admin@acme.example', what: 'administrator of acme' },
  { email: 'manager@acme.example', what: 'manager in acme' },
  { email: 'learner@acme.example', what: 'learner in acme' },
  { email: 'admin@globex.example', what: 'administrator of globex' },
  { email: 'multi@partner.example', what: 'administrator of acme and globex' },
  { email: 'newcomer@partner.example', what: 'no portal yet: may create one on the way' },
];

/** Parameters with which a person without a portal can create one through /oauth/authorize. */
const PORTAL_CREATION = { creation_path: 'partner-default', partner_portal_id: 3 };

const CLIENTS = [
  { client_id: 'acme-app', client_secret: 'acme-app-secret', path: '/callback', what: 'bound to acme' },
  { client_id: 'globex-app', client_secret: 'globex-app-secret', path: '/callback', what: 'bound to globex' },
  { client_id: 'partner-app', client_secret: 'partner-app-secret', path: '/callback', what: 'unbound' },
  { client_id: 'ops-app', client_secret: 'ops-app-secret', what: 'unbound, special permissions' },
  { client_id: 'spa-app', path: '/spa', what: 'no secret: PKCE or implicit' },
];

/** The clients with their redirect URIs: paths of the demo partner. */
const clientsAt = (partner: string) =>
  CLIENTS.map(({ path, ...client }) => ({
    ...client,
    ...(path === undefined ? {} : { redirect_uri: `${partner}${path}` }),
  }));

/** The options of apps/demo-partner, except its host and port. */
export const partnerOptions = ({ auth, api, mails, partner }: Addresses) => {
  const clients = clientsAt(partner);
  return {
    ...{ auth, api, mails, origin: partner, clients },
    accounts: ACCOUNTS,
    password: PASSWORD,
    portal: `acme.${PORTAL_DOMAIN}`,
    portalCreation: PORTAL_CREATION,
    webhookClient: { client_id: 'acme-app', client_secret: 'acme-app-secret' },
  };
};

/** The facts that a program needs to use the running stack: the content of `.data/demo.json`. */
export function demoFacts(addresses: Addresses) {
  return {
    addresses: {
      console: addresses.console,
      authorization_server: addresses.auth,
      resource_api: addresses.api,
      swagger_ui: `${addresses.api}/docs`,
      queue_board: `${addresses.worker}/queues`,
      mails: addresses.mails,
      demo_partner: addresses.partner,
      mails_json: `${addresses.mails}/email`,
    },
    portals: [
      { id: 1, name: `acme.${PORTAL_DOMAIN}` },
      { id: 2, name: `globex.${PORTAL_DOMAIN}` },
      { id: 3, name: `partner.${PORTAL_DOMAIN}` },
    ],
    password: PASSWORD,
    accounts: ACCOUNTS,
    clients: clientsAt(addresses.partner),
    portal_creation: PORTAL_CREATION,
    try: tryLine(addresses),
  };
}

/** A command line that gets a token and calls the API with it. */
const tryLine = ({ auth, api }: Addresses): string =>
  `curl -s "${api}/v2/learning-objects?keyword=team&limit=1" -H "Authorization: Bearer $(curl -s ${auth}/oauth/token -d grant_type=client_credentials -d client_id=acme-app -d client_secret=acme-app-secret | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')"`;

/** The table printed at the end of `npm start`. */
export function demoTable(addresses: Addresses, seconds: number): string {
  const facts = demoFacts(addresses);
  const newPortal = facts.portal_creation;
  const row = (name: string, value: string) => `  ${name.padEnd(26)} ${value}`;
  const link = (url: string) => colors.cyan(url);
  const clients = facts.clients.map(({ client_id, client_secret, what }) =>
    row(client_id, `${(client_secret ?? '-').padEnd(20)} ${colors.dim(what)}`),
  );
  return [
    '',
    `  ${colors.bold(colors.green('Learning Platform Service is up'))} ${colors.dim(`(${seconds.toFixed(1)} s)`)}`,
    '',
    row('Console', link(facts.addresses.console)),
    row('Authorization server', link(facts.addresses.authorization_server)),
    row('Resource API', link(facts.addresses.resource_api)),
    row('Swagger UI', link(facts.addresses.swagger_ui)),
    row('Queue board', link(facts.addresses.queue_board)),
    row('Mails', link(facts.addresses.mails)),
    row('Demo partner', link(facts.addresses.demo_partner)),
    '',
    row(colors.bold('Account'), ''),
    ...facts.accounts.map(({ email, what }) => row(email, colors.dim(what))),
    row('', `password of all: ${facts.password}`),
    '',
    row(colors.bold('Client'), ''),
    ...clients,
    '',
    row(
      'New portals',
      `creation_path=${newPortal.creation_path} partner_portal_id=${newPortal.partner_portal_id}`,
    ),
    '',
    `  ${colors.bold('Try')}`,
    `  ${facts.try}`,
    '',
    colors.dim(
      '  The same for programs: .data/demo.json. A tour: npm run demo. LOG_LEVEL=info shows every request.\n  Ctrl-C ends everything, the data stays.',
    ),
    '',
  ].join('\n');
}
