import { useState, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FormError } from '../../ui/states.js';
import { useRemoveImage, useStoreImage, type BrandingImageKind } from './branding.queries.js';

const TYPES = ['image/png', 'image/svg+xml'];

interface ImageProps {
  kind: BrandingImageKind;
  url: string | undefined;
}

/** An image of the portal: what is chosen holds at once. */
export function ImageSection({ kind, url }: ImageProps): ReactNode {
  const { t } = useTexts();
  const store = useStoreImage(kind);
  const name = t(`branding.${kind}`);
  return (
    <div className="brand-image" role="group" aria-label={name}>
      <span className={`brand-shown brand-shown-${kind}`}>
        {url ? <img src={url} alt="" /> : <span className="quiet">{t('branding.noImage')}</span>}
      </span>
      <div className="brand-text">
        <p className="seats-name">{name}</p>
        <p className="hint">{t(`branding.${kind}Hint`)}</p>
        <div className="actions">
          <FileTrigger
            acceptedFileTypes={TYPES}
            onSelect={(files) => {
              const image = files?.[0];
              if (image) store.mutate(image, { onSuccess: () => announce(t('branding.imageStored')) });
            }}
          >
            <Button isPending={store.isPending}>{t(url ? 'branding.replace' : 'branding.choose')}</Button>
          </FileTrigger>
          {url && <RemoveImage kind={kind} name={name} />}
        </div>
        <FormError
          error={store.error}
          sentences={{
            payload_too_large: t('branding.imageTooLarge'),
            unsupported_media_type: t('error.image_refused'),
          }}
        />
      </div>
    </div>
  );
}

function RemoveImage({ kind, name }: { kind: BrandingImageKind; name: string }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const remove = useRemoveImage(kind);
  const submit = (): void =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setOpen(false);
        announce(t('branding.imageRemoved'));
      },
    });
  return (
    <>
      <Button look="danger" onPress={() => setOpen(true)}>
        {t('branding.remove')}
      </Button>
      <Dialog title={t('branding.removeTitle', { name })} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{t(`branding.${kind}Ends`)}</p>
        <FormError error={remove.error} />
        <div className="actions">
          <Button look="danger" isPending={remove.isPending} onPress={submit}>
            {t('branding.remove')}
          </Button>
          <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
        </div>
      </Dialog>
    </>
  );
}
