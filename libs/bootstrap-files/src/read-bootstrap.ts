import { readFileSync } from 'node:fs';
import { clientSecretGrammar, type ClientRegistration, type RedirectUris } from '@app/clients';
import { ConfigError, isProduction, type Environment } from '@app/kernel';
import { parse, YAMLParseError } from 'yaml';
import { Bootstrap, type Address, type ClientEntry, type Secret } from './bootstrap.schema.js';

/**
 * Reads and checks a bootstrap file.
 * @throws ConfigError naming every invalid entry, or saying that a demo file is not for production
 */
export function readBootstrap(file: string, env: Environment): Bootstrap {
  const result = Bootstrap.safeParse(parseYaml(readFileSync(file, 'utf8'), file));
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`${file} cannot be applied:\n${lines.join('\n')}`);
  }
  if (result.data.demo && isProduction(env) && env['ALLOW_DEMO_DATA'] !== 'true') {
    throw new ConfigError(
      `${file} is demo data with public secrets: in production it needs ALLOW_DEMO_DATA=true.`,
    );
  }
  return result.data;
}

/** @throws ConfigError naming the file and the position of a YAML error */
export function parseYaml(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new ConfigError(`${file} is not valid YAML: ${error.message.split('\n', 1)[0]?.replace(/:$/, '')}`);
  }
}

/**
 * The value of a secret.
 * @throws ConfigError when the variable that it refers to is missing
 */
export function reveal(secret: Secret, env: Environment): string {
  if (typeof secret === 'string') return secret;
  const value = env[secret.env];
  if (!value)
    throw new ConfigError(`The bootstrap file refers to the variable ${secret.env}, which is missing.`);
  return value;
}

/** Minimum length of a client's secret in production; those of the demo are published and shorter. */
const MIN_SECRET_LENGTH = 24;

/**
 * The secret of a client.
 * @throws ConfigError when it is missing, could be guessed, or HTTP Basic would alter it in transit
 */
function revealClientSecret(secret: Secret, env: Environment): string {
  const value = reveal(secret, env);
  const where = typeof secret === 'string' ? 'of a client' : `in the variable ${secret.env}`;
  if (!clientSecretGrammar.test(value))
    throw new ConfigError(`The secret ${where} may contain only A-Z a-z 0-9 . _ ~ -.`);
  if (value.length < MIN_SECRET_LENGTH && isProduction(env) && env['ALLOW_DEMO_DATA'] !== 'true')
    throw new ConfigError(
      `The secret ${where} needs ${MIN_SECRET_LENGTH} characters: openssl rand -hex 24 makes one.`,
    );
  return value;
}

/**
 * An address for registration.
 * @throws ConfigError when the variable that it refers to is missing without a default
 */
export function resolveAddress(address: Address, env: Environment): string {
  if (typeof address === 'string') return address;
  const base = env[address.env] || address.default || reveal({ env: address.env }, env);
  return `${base}${address.path}`;
}

/** The addresses to which a client sends people. */
type ClientAddresses = RedirectUris & { otherRedirectUris: string[]; postLogoutRedirectUris: string[] };

/**
 * The addresses of a client.
 * @throws ConfigError as {@link resolveAddress}, and for a repeated redirect_uri
 */
export function resolveClientAddresses(
  { id, redirect_uri, redirect_uris, post_logout_redirect_uris = [] }: ClientEntry,
  env: Environment,
): ClientAddresses {
  const addresses = redirect_uris ?? (redirect_uri === undefined ? [] : [redirect_uri]);
  const redirectUris = addresses.map((one) => resolveAddress(one, env));
  if (new Set(redirectUris).size < redirectUris.length)
    throw new ConfigError(`The client ${id} has an address twice among its redirect_uris.`);
  const [redirectUri = null, ...otherRedirectUris] = redirectUris;
  const postLogoutRedirectUris = post_logout_redirect_uris.map((one) => resolveAddress(one, env));
  return { redirectUri, otherRedirectUris, postLogoutRedirectUris };
}

/**
 * The registration of a client in the file.
 * @throws ConfigError as {@link revealClientSecret} and {@link resolveClientAddresses}
 */
export const readRegistration = (
  client: ClientEntry,
  portalId: number | null,
  env: Environment,
): ClientRegistration => ({
  clientId: client.id,
  name: client.name,
  secret: client.secret === undefined ? null : revealClientSecret(client.secret, env),
  ...resolveClientAddresses(client, env),
  portalId,
  scopes: client.scopes,
  isSpecial: client.special,
  isFirstParty: client.first_party,
  tokenRequestsPerMinute: client.token_requests_per_minute,
  introspectsAll: client.introspects_all,
  sendsIss: client.sends_iss,
  idTokenAlg: client.id_token_alg,
  ...(client.grants ? { grants: client.grants } : {}),
});
