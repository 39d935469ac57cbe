import type { Owner } from '@app/testing';

/**
 * Makes a schema from the text of `schemaText()`. That is in the order of names, so what needs something that comes later
 * waits for it.
 * @throws Error when statements are left that no other one helps
 */
export async function loadSchema(owner: Owner, text: string): Promise<void> {
  let waiting = text
    .replace(/^--.*\n/gm, '')
    .split(/;\n+(?=(?:create|grant|revoke|comment)\b)/i)
    .map((statement) => statement.trim());
  const client = await owner.connect();
  try {
    await client.query('set check_function_bodies = off');
    while (waiting.length > 0) {
      const remaining: string[] = [];
      let why: unknown;
      for (const statement of waiting)
        await client.query(statement).catch((error: unknown) => {
          remaining.push(statement);
          why ??= error;
        });
      if (remaining.length === waiting.length)
        throw new Error(`${remaining[0]!.slice(0, 200)}: ${String(why)}`);
      waiting = remaining;
    }
    await client.query('reset check_function_bodies');
  } finally {
    client.release();
  }
}
