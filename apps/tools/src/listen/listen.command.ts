import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import colors from 'picocolors';
import { isAuthentic } from './verify.js';

interface Options {
  port: string;
  secret?: string;
  status: string;
}

/** `listen`: a local receiver that verifies and prints what arrives. */
export function listenCommand(program: Command): void {
  program
    .command('listen')
    .description('receive webhooks on this machine, verify them and print them')
    .option('--port <port>', 'port to listen on', '5001')
    .option(
      '--secret <secret>',
      'secret_key of the webhook (or WEBHOOK_SECRET); without it nothing is verified',
    )
    .option('--status <status>', 'answer with this status, to see retries', '200')
    .action((options: Options) => listen(options));
}

async function listen({ port, secret = process.env['WEBHOOK_SECRET'], status }: Options): Promise<void> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      print(request.headers, body, secret);
      response.writeHead(Number(status)).end();
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(Number(port), resolve));
  console.log(
    `Listening on http://localhost:${port}/ ${secret ? '' : '(without a secret: nothing is verified)'}`,
  );
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  server.closeAllConnections();
  server.close();
}

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
