import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Differences } from '../../ui/differences.js';
import { TextField } from '../../ui/fields.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { FormError } from '../../ui/states.js';
import {
  brandingFields,
  isColor,
  readBranding,
  toBrandingChange,
  type BrandingValues,
} from './branding-values.js';
import {
  useReadBranding,
  useUpdateBranding,
  type BrandingChange,
  type ConsoleBranding,
} from './branding.queries.js';

/** The colour that the picker of the browser begins with. */
const FIRST_COLOR = '#1d5bd6';

interface FormProps {
  branding: ConsoleBranding;
  values: BrandingValues;
  onChange: (values: BrandingValues) => void;
}

/** Name, colour and sender; empty fields go back to those of the service. */
export function BrandingForm({ branding, values, onChange }: FormProps): ReactNode {
  const { t } = useTexts();
  const [base, setBase] = useState(() => readBranding(branding));
  const read = useReadBranding();
  const update = useUpdateBranding();
  const { change, theirs } = useSafeChange<BrandingValues, BrandingChange, ConsoleBranding>({
    base,
    read: async () => {
      const now = await read();
      return { values: readBranding(now.branding), etag: now.etag };
    },
    send: (body, etag) => update.mutateAsync({ body, etag }),
  });
  const body = toBrandingChange(base, values);
  const isChanged = Object.keys(body).length > 0;

  function startFrom(next: BrandingValues): void {
    setBase(next);
    change.reset();
  }
  function save(): void {
    change.mutate(body, {
      onSuccess: (saved) => {
        startFrom(readBranding(saved));
        onChange(readBranding(saved));
        announce(t('branding.saved'));
      },
    });
  }
  const fault = (field: keyof BrandingValues): string | undefined =>
    change.error instanceof ApiError ? change.error.fieldFault(field)?.message : undefined;
  return (
    <section aria-labelledby="branding">
      <h2 id="branding">{t('branding.heading')}</h2>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) save();
        }}
      >
        <TextField
          label={t('branding.name')}
          description={t('branding.nameHint')}
          value={values.name}
          fault={fault('name')}
          onChange={(name) => onChange({ ...values, name })}
        />
        <div className="color-field">
          <input
            type="color"
            aria-label={t('branding.pickColor')}
            value={isColor(values.color) ? values.color : FIRST_COLOR}
            onChange={({ target }) => onChange({ ...values, color: target.value })}
          />
          <TextField
            label={t('branding.color')}
            description={t('branding.colorHint')}
            placeholder="#rrggbb"
            value={values.color}
            fault={fault('color')}
            onChange={(color) => onChange({ ...values, color })}
            isCode
          />
        </div>
        <TextField
          label={t('branding.sender_name')}
          description={t('branding.senderHint')}
          value={values.sender_name}
          fault={fault('sender_name')}
          onChange={(sender) => onChange({ ...values, sender_name: sender })}
        />
        {theirs ? (
          <Differences
            rows={brandingFields
              .filter((field) => theirs[field] !== values[field])
              .map((field) => ({ name: t(`branding.${field}`), mine: values[field], theirs: theirs[field] }))}
            onKeepMine={() => startFrom(theirs)}
            onTakeTheirs={() => {
              startFrom(theirs);
              onChange(theirs);
            }}
          />
        ) : (
          <FormError error={change.error} />
        )}
        <div className="actions">
          <Button type="submit" look="primary" isPending={change.isPending} isDisabled={!isChanged}>
            {t('branding.save')}
          </Button>
          {isChanged && <Button onPress={() => onChange(base)}>{t('branding.undo')}</Button>}
        </div>
      </form>
    </section>
  );
}
