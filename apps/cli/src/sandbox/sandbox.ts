import { applyBootstrap } from '@app/bootstrap-files';
import { importCatalogue } from '@app/catalogue';
import { latestTokenExpiry, eventTypes } from '@app/contracts';
import type { Database } from '@app/database';
import { ConfigError, type Clock, type SecretsKeys } from '@app/kernel';
import { sampleCatalogue } from '@app/sample-content';
import { generateWebhookSecret, insertWebhook, setWebhookSecret, WebhookSecrets } from '@app/webhooks';
import type { Sandbox } from './sandbox-plan.js';
import { emptyPortal, findPortalId } from './sandbox.queries.js';

interface SandboxContext {
  database: Database;
  clock: Clock;
  /** The servers' keys, which encrypt the webhook's secret. */
  keys: SecretsKeys;
  /** URL of the webhook; undefined: none is created. */
  webhookUrl: string | undefined;
  /** Contains the service's own hosts, which no portal may have. */
  env?: Record<string, string | undefined>;
}

/** The secret of the sandbox's webhook, which is displayed once. */
export interface SandboxCredentials {
  webhookSecret: string | undefined;
}

/** @throws ConfigError when the team already has one */
export async function createSandbox(sandbox: Sandbox, context: SandboxContext): Promise<SandboxCredentials> {
  if ((await findPortalId(context.database, sandbox.host)) !== undefined) {
    throw new ConfigError(
      `${sandbox.team} already has a sandbox, ${sandbox.host}. \`sandbox reset\` restores its first state.`,
    );
  }
  return fill(sandbox, context);
}

/** Resets a sandbox to its initial state; credentials stay. @throws ConfigError when there is none */
export async function resetSandbox(sandbox: Sandbox, context: SandboxContext): Promise<SandboxCredentials> {
  const portalId = await findPortalId(context.database, sandbox.host);
  if (portalId === undefined) throw new ConfigError(`${sandbox.team} has no sandbox.`);
  const until = latestTokenExpiry(context.clock.now());
  await context.database.write((tx) => emptyPortal(tx, portalId, sandbox.clientId, until));
  return fill(sandbox, context);
}

async function fill(sandbox: Sandbox, context: SandboxContext): Promise<SandboxCredentials> {
  const { database, clock, webhookUrl } = context;
  await applyBootstrap(database, sandbox.bootstrap, { clock, env: context.env ?? {}, events: false });
  await importCatalogue(sampleContent(sandbox, context), { database, clock, prune: true });
  if (webhookUrl === undefined) return { webhookSecret: undefined };
  const webhookSecret = generateWebhookSecret();
  await database.write(async (tx) => {
    const portalId = (await findPortalId(tx, sandbox.host))!;
    const webhook = await insertWebhook(tx, { portalId, url: webhookUrl, enabled: true, events: eventTypes });
    const secrets = new WebhookSecrets(context.keys);
    await setWebhookSecret(tx, webhook, { secret: webhookSecret, overlapSeconds: 0 }, secrets);
  });
  return { webhookSecret };
}

/** The sample content of the demo provider acme, as the team's own content. */
function* sampleContent(sandbox: Sandbox, { clock }: SandboxContext) {
  let line = 0;
  for (const record of sampleCatalogue(clock.now())) {
    if (record.provider === 'acme')
      yield { line: (line += 1), value: { ...record, provider: sandbox.provider } };
  }
}
