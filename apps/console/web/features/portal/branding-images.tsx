import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { EndButton } from '../../ui/end-button.js';
import { FormError } from '../../ui/states.js';
import { useRemoveImage, useStoreImage, type BrandingImageKind } from './branding.queries.js';

const TYPES = ['image/png', 'image/svg+xml'];

interface ImageProps {
  kind: BrandingImageKind;
  url: string | undefined;
}

/** An image of the portal; a chosen file is saved immediately. */
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
  return (
    <EndButton
      label={t('branding.remove')}
      look="danger"
      question={{
        title: t('branding.removeTitle', { name }),
        text: t(`branding.${kind}Ends`),
        button: t('branding.remove'),
      }}
      change={useRemoveImage(kind)}
      body={undefined}
      done={t('branding.imageRemoved')}
    />
  );
}
