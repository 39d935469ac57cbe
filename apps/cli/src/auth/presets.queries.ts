import { sql, type Reader, type Transaction } from '@app/database';

export interface PresetRow {
  creationPath: string;
  title: string;
  features: string[];
  plan: Record<string, unknown>;
  content: { content_groups?: object[]; collections?: object[] };
}

export const listPresets = (reader: Reader): Promise<PresetRow[]> =>
  reader.many<PresetRow>(sql.camelCase`
    select creation_path, title, features, plan, content
      from identity.presets order by creation_path`);

/** @returns whether it existed */
export const removePreset = async (tx: Transaction, creationPath: string): Promise<boolean> =>
  (await tx.run(sql`delete from identity.presets where creation_path = ${creationPath}`)) === 1;
