import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificates {
  /** Files in PEM; the key is that of the server's certificate. */
  authority: string;
  certificate: string;
  key: string;
  /** An authority that has signed none of these certificates. */
  stranger: string;
}

/**
 * A separate authority and a server's certificate for `localhost`, but not for 127.0.0.1. Needs `openssl` on the PATH.
 * @param folder for the files
 */
export function makeCertificates(folder: string): Certificates {
  const resolvePath = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const newKey = ['-newkey', 'rsa:2048', '-nodes'];
  const authority = (name: string): string => {
    const files = ['-keyout', resolvePath(`${name}.key`), '-out', resolvePath(`${name}.crt`)];
    openssl('req', '-x509', ...newKey, ...files, '-days', '2', '-subj', `/CN=${name}`);
    return resolvePath(`${name}.crt`);
  };
  const [ownAuthority, stranger] = [authority('authority'), authority('stranger')];
  openssl(
    'req',
    ...newKey,
    '-keyout',
    resolvePath('server.key'),
    '-out',
    resolvePath('server.csr'),
    '-subj',
    '/CN=server',
  );
  writeFileSync(resolvePath('server.ext'), 'subjectAltName=DNS:localhost\n');
  const signing = [
    '-CA',
    ownAuthority,
    '-CAkey',
    resolvePath('authority.key'),
    '-CAcreateserial',
    '-extfile',
    resolvePath('server.ext'),
  ];
  openssl(
    'x509',
    '-req',
    '-in',
    resolvePath('server.csr'),
    ...signing,
    '-out',
    resolvePath('server.crt'),
    '-days',
    '2',
  );
  return {
    authority: ownAuthority,
    certificate: resolvePath('server.crt'),
    key: resolvePath('server.key'),
    stranger,
  };
}
