import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useTexts } from '../../texts/texts.js';
import type { Translate } from '../../texts/translate.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Differences } from '../../ui/differences.js';
import { SelectField, TextField } from '../../ui/fields.js';
import { listDifferent, useSafeChange } from '../../ui/safe-change.js';
import { FormError } from '../../ui/states.js';
import { enrollmentStatusNames } from './enrollments-search.js';
import { readGrade, toChange, type GradeValues, type PassName } from './grade-values.js';
import { useReadEnrollment, useSendEnrollment, type ConsoleEnrollmentDetail } from './enrollments.queries.js';

const passNames: readonly PassName[] = ['open', 'passed', 'failed'];

function showValue(name: keyof GradeValues, value: string, t: Translate): string {
  if (name === 'status') return t(`enrollments.status.${value as GradeValues['status']}`);
  return name === 'pass' ? t(`enrollments.pass.${value as PassName}`) : value;
}

/** Status, result and due date. */
export function GradeForm({ enrollment }: { enrollment: ConsoleEnrollmentDetail }): ReactNode {
  const { t } = useTexts();
  const [base, setBase] = useState(() => readGrade(enrollment));
  const [values, setValues] = useState(base);
  const readEnrollment = useReadEnrollment(enrollment.id);
  const { change, theirs } = useSafeChange({
    base,
    read: async () => {
      const now = await readEnrollment();
      return { values: readGrade(now.enrollment), etag: now.etag };
    },
    send: useSendEnrollment(enrollment.id),
  });
  const changed = listDifferent(base, values);
  const fault = (name: string) =>
    change.error instanceof ApiError ? change.error.fieldFault(name)?.message : undefined;
  function start(next: GradeValues): void {
    setBase(next);
    setValues(next);
  }
  function save(): void {
    change.mutate(toChange(values, changed), {
      onSuccess: (saved) => {
        start(readGrade(saved));
        announce(t('settings.saved'));
      },
    });
  }
  return (
    <section aria-labelledby="grade">
      <h2 id="grade">{t('enrollments.grade')}</h2>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="field-row">
          <SelectField
            label={t('enrollments.status')}
            choices={enrollmentStatusNames.map((id) => ({ id, name: t(`enrollments.status.${id}`) }))}
            value={values.status}
            onChange={(id) => setValues({ ...values, status: id as GradeValues['status'] })}
          />
          <TextField
            label={t('enrollments.resultHint')}
            type="number"
            value={values.result}
            onChange={(result) => setValues({ ...values, result })}
            fault={fault('result')}
          />
          <SelectField
            label={t('enrollments.pass')}
            choices={passNames.map((id) => ({ id, name: t(`enrollments.pass.${id}`) }))}
            value={values.pass}
            onChange={(id) => setValues({ ...values, pass: id as PassName })}
          />
          <TextField
            label={t('enrollments.due')}
            type="date"
            value={values.due_date}
            onChange={(day) => setValues({ ...values, due_date: day })}
            fault={fault('due_date')}
          />
        </div>
        {theirs ? (
          <Differences
            rows={listDifferent(theirs, values).map((name) => ({
              name: t(`enrollments.field.${name}`),
              mine: showValue(name, values[name], t),
              theirs: showValue(name, theirs[name], t),
            }))}
            onKeepMine={() => {
              setBase(theirs);
              change.reset();
            }}
            onTakeTheirs={() => {
              start(theirs);
              change.reset();
            }}
          />
        ) : (
          <FormError error={change.error} />
        )}
        <div className="actions">
          <Button type="submit" look="primary" isPending={change.isPending} isDisabled={changed.length === 0}>
            {t('settings.save')}
          </Button>
          {changed.length > 0 && <Button onPress={() => setValues(base)}>{t('settings.undo')}</Button>}
        </div>
      </form>
    </section>
  );
}
