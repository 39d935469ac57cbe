import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useAdministrates } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Checkbox } from '../../ui/fields.js';
import type { ConsolePerson } from './person-types.js';

/** A person who is selected in the list. */
export type SelectedPerson = Pick<ConsolePerson, 'id' | 'full_name' | 'email'>;

/**
 * The selection of people in the list, for users who may enroll or change people.
 * @returns the column with the checkboxes, and the links to the pages that enroll or change the selected people
 */
export function usePeopleSelection() {
  const { t } = useTexts();
  const canEnroll = useAdministrates('enrollment.write');
  const canWrite = useAdministrates('user.write');
  const [people, setPeople] = useState<readonly SelectedPerson[]>([]);
  const select = ({ id, full_name, email }: ConsolePerson, isSelected: boolean) =>
    setPeople([...people.filter((one) => one.id !== id), ...(isSelected ? [{ id, full_name, email }] : [])]);
  const column = {
    name: t('people.select'),
    isHidden: true,
    className: 'row-choice',
    cell: (person: ConsolePerson): ReactNode => (
      <Checkbox
        aria-label={t('people.selectOne', { name: person.full_name })}
        isSelected={people.some(({ id }) => id === person.id)}
        isIndeterminate={false}
        onChange={(isSelected) => select(person, isSelected)}
      />
    ),
  };
  const count = people.length;
  const links = count > 0 && (
    <p className="actions">
      {canEnroll && (
        <Link
          to="/enrollments/many"
          state={{ addresses: people.map(({ email }) => email) }}
          className="button button-plain"
        >
          {t('people.enrollSelected', { count })}
        </Link>
      )}
      {canWrite && (
        <Link to="/people/many" state={{ people }} className="button button-plain">
          {t('people.changeSelected', { count })}
        </Link>
      )}
    </p>
  );
  return { columns: canEnroll || canWrite ? [column] : [], links };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The people that were selected on the page before. */
    people?: readonly SelectedPerson[];
  }
}
