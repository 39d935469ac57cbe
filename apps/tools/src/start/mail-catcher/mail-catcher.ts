import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { closeServer, createPageServer, end, isCrossSite, listen, redirect } from '@app/local-services';
import { mailDocument, mailPage, MAIL_POLICY, pagePolicy } from './mail-page.js';
import { MailStore } from './mail-store.js';

export interface MailCatcherOptions {
  host: string;
  /** Port of the pages; 0 for a free one. */
  httpPort: number;
  smtpPort: number;
  folder: string;
}

const MAX_MAIL_BYTES = 10 * 1024 * 1024;

/** Accepts every mail by SMTP, forwards none, and displays them: a page for people, `GET /email` for programs. */
export class MailCatcher {
  readonly #store: MailStore;
  readonly #http: Server;
  readonly #smtp: SMTPServer;

  constructor(private readonly options: MailCatcherOptions) {
    this.#store = new MailStore(options.folder);
    this.#http = createPageServer((url, request, response) => this.#answer(url, request, response));
    this.#smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      size: MAX_MAIL_BYTES,
      logger: false,
      onData: (stream, session, done) => {
        this.#receive(stream, session).then(() => done(), done);
      },
    });
    this.#smtp.on('error', () => undefined);
  }

  async start(): Promise<{ httpPort: number; smtpPort: number }> {
    const { host, httpPort, smtpPort } = this.options;
    const listening = [
      listen(this.#http, httpPort, host),
      listen(this.#smtp.server, smtpPort, host),
    ] as const;
    const [http, smtp] = await Promise.all(listening);
    return { httpPort: http, smtpPort: smtp };
  }

  async stop(): Promise<void> {
    const closing = new Promise<void>((done) => this.#smtp.close(() => done()));
    await Promise.all([closeServer(this.#http), closing]);
  }

  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const mail = await PostalMime.parse(await buffer(stream));
    const sender = session.envelope.mailFrom;
    this.#store.add({
      from: mail.from?.address ?? (sender ? sender.address : ''),
      to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
    });
  }

  #answer(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const id = /^\/mail\/([\w-]+)$/.exec(url.pathname)?.[1];
    switch (`${request.method} ${id ? '/mail' : url.pathname}`) {
      case 'GET /':
        return this.#page(url, response);
      case 'GET /email':
        return this.#list(url, response);
      case 'DELETE /email':
        this.#store.clear();
        return end(response, 204);
      case 'POST /empty':
        if (isCrossSite(request)) return end(response, 403, 'text/plain', 'Press the button on the page.\n');
        this.#store.clear();
        return redirect(response, 303, '/');
      case 'GET /mail':
        return this.#mail(id ?? '', response);
      default:
        return end(response, 404, 'text/plain', 'There is / for people and /email for programs.\n');
    }
  }

  #page(url: URL, response: ServerResponse): void {
    const nonce = randomBytes(16).toString('base64url');
    response.setHeader('Content-Security-Policy', pagePolicy(nonce));
    const chosen = this.#store.find(url.searchParams.get('id') ?? '');
    end(response, 200, 'text/html; charset=utf-8', mailPage(this.#store.all(), chosen, nonce));
  }

  #list(url: URL, response: ServerResponse): void {
    const recipient = url.searchParams.get('to')?.toLowerCase();
    const limit = Number(url.searchParams.get('limit') ?? Infinity);
    const mails = this.#store
      .all()
      .filter((mail) => !recipient || mail.to.toLowerCase().split(', ').includes(recipient));
    end(response, 200, 'application/json', JSON.stringify(mails.slice(0, limit)));
  }

  #mail(id: string, response: ServerResponse): void {
    const mail = this.#store.find(id);
    if (!mail) return end(response, 404, 'text/plain', 'No such mail.\n');
    response.setHeader('Content-Security-Policy', MAIL_POLICY);
    end(response, 200, 'text/html; charset=utf-8', mailDocument(mail));
  }
}
