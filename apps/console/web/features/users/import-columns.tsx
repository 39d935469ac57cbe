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
  const set = (place: number, field: string | undefined) =>
    onChange(mapping.map((one, index) => (index === place ? field : one === field ? undefined : one)));
  return (
    <div className="import-columns">
      {file.columns.map((column, place) => (
        <div key={`${place} ${column}`}>
          <OptionalChoice
            label={column || t('import.column', { number: place + 1 })}
            none={t('import.ignored')}
            choices={choices}
            value={mapping[place]}
            onChange={(field) => set(place, field)}
          />
          <p className="hint">{file.lines[0]?.cells[place]}</p>
        </div>
      ))}
    </div>
  );
}
