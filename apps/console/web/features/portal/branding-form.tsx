import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { TextField } from '../../ui/fields.js';
import { SafeForm, type useSafeForm } from '../../ui/safe-form.js';
import {
  isColor,
  toBrandingChange,
  type BrandingChange,
  type BrandingValues,
  type ConsoleBranding,
} from './branding-values.js';

/** The initial colour of the picker. */
const FIRST_COLOR = '#1d5bd6';

interface FormProps {
  form: ReturnType<typeof useSafeForm<ConsoleBranding, BrandingValues, BrandingChange>>;
}

/** Name, colour and sender; an empty field restores the service's value. */
export function BrandingForm({ form }: FormProps): ReactNode {
  const { t } = useTexts();
  const { values, setValues, fault } = form;
  return (
    <section aria-labelledby="branding">
      <h2 id="branding">{t('branding.heading')}</h2>
      <SafeForm
        form={form}
        nameField={(name) => t(`branding.${name}`)}
        show={(shown, name) => shown[name]}
        onSave={() => form.save(toBrandingChange(form.edits), t('branding.saved'))}
      >
        <TextField
          label={t('branding.name')}
          description={t('branding.nameHint')}
          value={values.name}
          fault={fault('name')}
          onChange={(name) => setValues({ ...values, name })}
        />
        <div className="color-field">
          <input
            type="color"
            aria-label={t('branding.pickColor')}
            value={isColor(values.color) ? values.color : FIRST_COLOR}
            onChange={({ target }) => setValues({ ...values, color: target.value })}
          />
          <TextField
            label={t('branding.color')}
            description={t('branding.colorHint')}
            placeholder="#rrggbb"
            value={values.color}
            fault={fault('color')}
            onChange={(color) => setValues({ ...values, color })}
            isCode
          />
        </div>
        <TextField
          label={t('branding.sender_name')}
          description={t('branding.senderHint')}
          value={values.sender_name}
          fault={fault('sender_name')}
          onChange={(sender) => setValues({ ...values, sender_name: sender })}
        />
      </SafeForm>
    </section>
  );
}
