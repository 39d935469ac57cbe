import type { ReactNode } from 'react';
import type { CatalogueKey } from '../../texts/en/index.js';
import { useTexts } from '../../texts/texts.js';
import { OptionalChoice } from '../../ui/optional-choice.js';
import { customKey } from './person-values.js';
import { importedFields, type ImportedField, type PeopleFile } from './people-file.js';
import type { PersonField } from './person-types.js';

const fieldNames: Readonly<Record<ImportedField, CatalogueKey>> = {
  email: 'people.email',
  first_name: 'people.field.first_name',
  last_name: 'people.field.last_name',
  roles: 'people.roles',
  locale: 'people.field.locale',
};

interface ColumnsProps {
  file: PeopleFile;
  fields: readonly PersonField[];
  mapping: readonly (string | undefined)[];
  onChange: (mapping: (string | undefined)[]) => void;
}

/** Assigns the columns of the file to fields. A field that is chosen for one column is taken from the other. */
export function ImportColumns({ file, fields, mapping, onChange }: ColumnsProps): ReactNode {
  const { t } = useTexts();
  const choices = [
    ...importedFields.map((field) => ({ id: field, name: t(fieldNames[field]) })),
    ...fields.map(({ name }) => ({ id: customKey(name), name })),
  ];
  const set = (position: number, field: string | undefined) =>
    onChange(mapping.map((one, index) => (index === position ? field : one === field ? undefined : one)));
  return (
    <div className="import-columns">
      {file.columns.map((column, position) => (
        <div key={`${position} ${column}`}>
          <OptionalChoice
            label={column || t('import.column', { number: position + 1 })}
            none={t('import.ignored')}
            choices={choices}
            value={mapping[position]}
            onChange={(field) => set(position, field)}
          />
          <p className="hint">{file.lines[0]?.cells[position]}</p>
        </div>
      ))}
    </div>
  );
}
