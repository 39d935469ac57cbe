import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import type { Translate } from '../../texts/translate.js';
import { SelectField, TextField } from '../../ui/fields.js';
import { SafeForm, useSafeForm } from '../../ui/safe-form.js';
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
  const form = useSafeForm({
    shown: enrollment,
    toValues: readGrade,
    read: useReadEnrollment(enrollment.id),
    send: useSendEnrollment(enrollment.id),
  });
  const { values, setValues, changed, fault } = form;
  return (
    <section aria-labelledby="grade">
      <h2 id="grade">{t('enrollments.grade')}</h2>
      <SafeForm
        form={form}
        nameField={(name) => t(`enrollments.field.${name}`)}
        show={(shown, name) => showValue(name, shown[name], t)}
        onSave={() => form.save(toChange(values, changed))}
      >
        <div className="field-row">
          <SelectField
            label={t('ui.state')}
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
            label={t('enrollments.field.pass')}
            choices={passNames.map((id) => ({ id, name: t(`enrollments.pass.${id}`) }))}
            value={values.pass}
            onChange={(id) => setValues({ ...values, pass: id as PassName })}
          />
          <TextField
            label={t('enrollments.field.due_date')}
            type="date"
            value={values.due_date}
            onChange={(day) => setValues({ ...values, due_date: day })}
            fault={fault('due_date')}
          />
        </div>
      </SafeForm>
    </section>
  );
}
