import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, createWebhook, isAuthentic, listen } from '@app/local-services';
import { InvalidArgumentError, type Command } from 'commander';
import colors from 'picocolors';
import { getCredentials, runningStack } from '../demo/running-stack.js';
import { readStartConfig } from '../start/config.js';

interface Options {
  port?: number;
  secret?: string;
  status: number;
  create?: boolean;
  client: string;
}

/** `listen`: a local receiver that verifies and prints what arrives. */
export function listenCommand(program: Command): void {
  program
    .command('listen')
    .description('receive webhooks on this machine, verify them and print them')
    .option('--create', 'make a webhook for all events on the stack of npm start, and remove it at the end')
    .option('--client <id>', 'with --create: the client of the demo whose portal it is', 'acme-app')
    .option(
      '--port <port>',
      'port to listen on, by default PORT_BASE + 1001; 0 for a free one',
      numberUpTo(65_535),
    )
    .option(
      '--secret <secret>',
      'secret_key of the webhook (or WEBHOOK_SECRET); without it nothing is verified',
    )
    .option('--status <status>', 'answer with this status, to see retries', numberUpTo(599), 200)
    .action((options: Options) => receive(options));
}

async function receive(options: Options): Promise<void> {
  let { secret = process.env['WEBHOOK_SECRET'] } = options;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      print(request.headers, body, secret);
      response.writeHead(options.status).end();
    });
  });
  const { port = readStartConfig(process.env).ports.listen } = options;
  const url = `http://127.0.0.1:${await listen(server, port)}/`;
  try {
    const webhook = options.create ? await ownWebhook(url, options.client) : undefined;
    secret = webhook?.secret ?? secret;
    const description = webhook ? `webhook ${webhook.id}, all events` : '';
    console.log(
      `Listening on ${url} ${description || (secret === undefined ? '(without a secret: nothing is verified)' : '')}`,
    );
    await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
    await webhook?.remove();
    if (webhook) console.log(`Webhook ${webhook.id} is removed.`);
  } finally {
    await closeServer(server);
  }
}

async function ownWebhook(url: string, clientId: string) {
  const stack = await runningStack(process.env['DATA_DIR'] ?? '.data');
  const { authorization_server: auth, resource_api: api } = stack.addresses;
  return createWebhook({ auth, api, ...getCredentials(stack, clientId) }, url);
}

const numberUpTo =
  (most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number > most)
      throw new InvalidArgumentError(`must be a whole number up to ${most}`);
    return number;
  };

function print(headers: IncomingHttpHeaders, body: string, secret: string | undefined): void {
  const verdict =
    secret === undefined
      ? colors.yellow('not verified')
      : isAuthentic(headers, body, secret)
        ? colors.green('verified')
        : colors.red('NOT AUTHENTIC');
  const time = new Date().toISOString().slice(11, 23);
  try {
    const event = JSON.parse(body) as { type: string; sequence?: number; data: unknown };
    const place = event.sequence === undefined ? '' : ` #${event.sequence}`;
    console.log(
      `${colors.dim(time)} ${colors.bold(event.type)}${place} ${verdict} ${String(headers['webhook-id'])}`,
    );
    console.log(JSON.stringify(event.data, null, 2));
  } catch {
    console.log(`${colors.dim(time)} ${verdict} ${body.slice(0, 200)}`);
  }
}
