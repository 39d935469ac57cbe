import { listen, readPort } from '@app/local-services';
import { makeCertificates, temporaryFolder } from '@app/testing';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { C2, type AuthStack } from './auth-stack.js';

/** Where an application's callback sends the browser on, and how the test sees that it went there. */
export interface PartnerSite {
  title: string;
  clientId: string;
  redirectUri: string;
  /** The last address; absent for a private scheme. */
  end?: string;
  /** Addresses asked for, a posted form behind `#`, and what its callback answers; absent for a private scheme. */
  callback?: { requests: string[]; location: string };
}

/** Applications whose callbacks redirect on, as those of partners do. */
export class PartnerSites {
  readonly all: PartnerSite[] = [];
  readonly #servers: Server[] = [];
  readonly #folder = temporaryFolder();

  async start(stack: AuthStack): Promise<void> {
    const { certificate, key } = makeCertificates(this.#folder);
    const tls = { cert: readFileSync(certificate), key: readFileSync(key) };
    const http = (listener: RequestListener) => this.#listen(createHttpServer(listener), 'http');
    const frontEnd = await http((_, reply) => reply.end('<title>front end</title>welcome'));
    const add = async (title: string, scheme: 'http' | 'https', location: string, end?: string) => {
      const callback = { requests: [] as string[], location };
      const listener: RequestListener = (request, reply) => {
        void text(request).then((body) => {
          const isCallback = request.url!.startsWith('/cb');
          if (isCallback) callback.requests.push(body === '' ? request.url! : `${request.url}#${body}`);
          reply.writeHead(isCallback ? 302 : 404, { location }).end();
        });
      };
      const origin = await (scheme === 'http'
        ? http(listener)
        : this.#listen(createHttpsServer(tls, listener), 'https'));
      await this.#register(stack, {
        title,
        clientId: '',
        redirectUri: `${origin}/cb`,
        callback,
        ...(end && { end }),
      });
    };
    await add('http, to a front end on another port', 'http', `${frontEnd}/home`, `${frontEnd}/home`);
    await add('https, to http on loopback', 'https', `${frontEnd}/cli`, `${frontEnd}/cli`);
    await add('https, to the private scheme of an editor', 'https', 'vscode://vendor.learning/signed-in');
    await this.#register(stack, {
      title: 'a private scheme at once',
      clientId: '',
      redirectUri: 'com.example.app:/cb',
    });
  }

  async #register(stack: AuthStack, site: PartnerSite): Promise<void> {
    const clientId = `site-${this.all.length}`;
    await stack.register({ ...C2, clientId, name: site.title, redirectUri: site.redirectUri });
    this.all.push({ ...site, clientId });
  }

  async #listen(server: Server, scheme: string): Promise<string> {
    await listen(server);
    this.#servers.push(server);
    return `${scheme}://localhost:${readPort(server)}`;
  }

  stop(): void {
    for (const server of this.#servers) server.close();
    for (const server of this.#servers) server.closeAllConnections();
  }
}
