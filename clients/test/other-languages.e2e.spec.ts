import { describeWithVariable, temporaryFolder } from '@app/testing';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { documentFile } from '../typescript/test/types-of.js';
import { expectOutcome, type Outcome } from './goes-through.js';
import { usePlatform } from './platform-stack.js';

const run = promisify(execFile);
/** Of openapi-generator-cli, from Maven Central; Java and Maven are then needed, too. */
const jar = process.env['OPENAPI_GENERATOR_JAR'];
/** A Python with what the generated clients need: urllib3, pydantic, python-dateutil, httpx, attrs, openapi-python-client. */
const python = process.env['CLIENTS_PYTHON'];

/** Each is driven through token, search, webhook, person and enrollment, and hears of the person. */
describe('Clients in other languages that generators make from docs/openapi', () => {
  const folder = temporaryFolder();

  const generate = async (
    language: string,
    target: string,
    properties: string,
    document = 'resource-api',
  ): Promise<string> => {
    const output = join(folder, target);
    await run('java', [
      ...['-jar', jar!, 'generate', '-i', documentFile(document), '-g', language, '-o', output],
      `--additional-properties=${properties},hideGenerationTimestamp=true`,
    ]);
    return output;
  };
  /** Imports every module of a Python package. @returns how many there are */
  const importAll = async (home: string, name: string): Promise<number> => {
    const program =
      `import importlib, pkgutil, ${name} as c\n` +
      `names = [m.name for m in pkgutil.walk_packages(c.__path__, c.__name__ + ".")]\n` +
      `print(len([importlib.import_module(name) for name in names]))`;
    const { stdout } = await run(python ?? 'python3', ['-c', program], {
      env: { ...process.env, PYTHONPATH: home },
    });
    return Number(stdout);
  };
  const asset = (name: string) => join(__dirname, 'assets', name);

  describeWithVariable('OPENAPI_GENERATOR_JAR', 'openapi-generator', () => {
    const platform = usePlatform();
    const placed = () => {
      const { auth, api, client_id, client_secret } = platform.connection;
      return [auth, api, client_id, client_secret, platform.receiver.url];
    };

    it('java', async () => {
      const home = await generate('java', 'java', 'library=native,useSingleRequestParameter=true');
      cpSync(asset('Flow.java'), join(home, 'src', 'main', 'java', 'Flow.java'));
      const classpath = join(home, 'classpath');
      await run('mvn', ['-q', 'compile', 'dependency:build-classpath', `-Dmdep.outputFile=${classpath}`], {
        cwd: home,
      });
      const path = `${join(home, 'target', 'classes')}:${readFileSync(classpath, 'utf8').trim()}`;
      const { stdout } = await run('java', ['-cp', path, 'Flow', ...placed()]);
      await expectOutcome(platform, JSON.parse(stdout) as Outcome);
    });

    it('python', async () => {
      const home = await generate('python', 'python', 'packageName=lp_api');
      expect(await importAll(home, 'lp_api')).toBeGreaterThan(100);
      const { stdout } = await run(python ?? 'python3', [asset('flow.py'), ...placed()], {
        env: { ...process.env, PYTHONPATH: home },
      });
      await expectOutcome(platform, JSON.parse(stdout) as Outcome);
    });

    it('java and python, of the authorization server', async () => {
      const java = await generate('java', 'java-auth', 'library=native', 'auth-server');
      await run('mvn', ['-q', 'compile'], { cwd: java });
      const home = await generate('python', 'python-auth', 'packageName=lp_auth', 'auth-server');
      expect(await importAll(home, 'lp_auth')).toBeGreaterThan(30);
    });
  });

  describeWithVariable('CLIENTS_PYTHON', 'openapi-python-client', () => {
    const platform = usePlatform();

    const make = async (document: string): Promise<string> => {
      const home = join(folder, `python-client-${document}`);
      const generatorOptions = ['generate', '--path', documentFile(document), '--output-path', home];
      await run(python!, ['-m', 'openapi_python_client', ...generatorOptions]);
      return home;
    };

    it('makes a client of which every module can be imported, and that goes through', async () => {
      const home = await make('resource-api');
      expect(await importAll(home, 'learning_platform_service_resource_api_client')).toBeGreaterThan(100);
      const { auth, api, client_id, client_secret } = platform.connection;
      const args = [auth, api, client_id, client_secret, platform.receiver.url];
      const { stdout } = await run(python!, [asset('python_client_flow.py'), ...args], {
        env: { ...process.env, PYTHONPATH: home },
      });
      await expectOutcome(platform, JSON.parse(stdout) as Outcome);
    });

    it('makes a client of the authorization server of which every module can be imported', async () => {
      const home = await make('auth-server');
      expect(await importAll(home, 'learning_platform_service_authorization_server_client')).toBeGreaterThan(
        60,
      );
    });
  });
});
