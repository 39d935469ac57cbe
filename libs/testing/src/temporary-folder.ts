import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new, empty folder. It is in the folder of the test run, which is removed at the end of the run. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'test-'));
