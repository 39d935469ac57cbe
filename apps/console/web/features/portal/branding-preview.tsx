import type { CSSProperties, ReactNode } from 'react';
import { quoteName } from '../../../../../libs/mail/src/safe-names.js';
import { useTexts } from '../../texts/texts.js';
import { portalName } from '../../app/session.queries.js';
import { isColor, previewAccent, type BrandingValues, type ConsoleBranding } from './branding-values.js';

interface PreviewProps {
  branding: ConsoleBranding;
  values: BrandingValues;
}

/** The portal's colours for the elements inside; without a colour, those of the service. */
function accentStyle({ branding, values }: PreviewProps, scheme: 'light' | 'dark'): CSSProperties {
  const shown = previewAccent(values, branding, scheme);
  return shown ? ({ '--accent': shown.accent, '--on-accent': shown.onAccent } as CSSProperties) : {};
}

/** Previews of the sign-in page in both schemes, and of a mail, whose background is always white. */
export function BrandingPreview(props: PreviewProps): ReactNode {
  const { t } = useTexts();
  const { branding, values } = props;
  const isUnsaved = isColor(values.color) && values.color.toLowerCase() !== branding.color;
  return (
    <section aria-labelledby="preview" className="previews">
      <h2 id="preview">{t('preview.heading')}</h2>
      <div className="preview-pair">
        <LoginPreview {...props} scheme="light" />
        <LoginPreview {...props} scheme="dark" />
      </div>
      <MailPreview {...props} />
      <p className="hint">{t(isUnsaved ? 'preview.unsaved' : 'preview.contrast')}</p>
    </section>
  );
}

function LoginPreview({ scheme, ...props }: PreviewProps & { scheme: 'light' | 'dark' }): ReactNode {
  const { t } = useTexts();
  const { branding, values } = props;
  const name = values.name.trim() || t('preview.service');
  return (
    <figure>
      <div
        className={`preview scheme-${scheme}`}
        role="img"
        aria-label={t(`preview.login.${scheme}`)}
        style={accentStyle(props, scheme)}
      >
        <div className="preview-tab">
          {branding.favicon ? <img src={branding.favicon.url} alt="" /> : <span className="preview-icon" />}
          <span>{t('signIn.button')}</span>
        </div>
        <div className="preview-page">
          {branding.logo && <img className="preview-logo" src={branding.logo.url} alt="" />}
          <span className="preview-name">{name}</span>
          <div className="preview-card">
            <span className="preview-title">{t('signIn.button')}</span>
            <span className="preview-label">{t('preview.email')}</span>
            <span className="preview-field" />
            <span className="preview-label">{t('preview.password')}</span>
            <span className="preview-field" />
            <span className="preview-button">{t('signIn.button')}</span>
            <span className="preview-link">{t('preview.forgotten')}</span>
          </div>
        </div>
      </div>
      <figcaption className="hint">{t(`preview.login.${scheme}`)}</figcaption>
    </figure>
  );
}

function MailPreview(props: PreviewProps): ReactNode {
  const { t } = useTexts();
  const { branding, values } = props;
  const service = t('preview.service');
  const sender = values.sender_name.trim();
  const name = values.name.trim() || null;
  const portal = quoteName(portalName({ name, title: branding.title }));
  return (
    <figure>
      <div
        className="preview preview-mail scheme-light"
        role="img"
        aria-label={t('preview.mail')}
        style={accentStyle(props, 'light')}
      >
        <div className="preview-sender">
          <strong>{sender ? `${quoteName(sender)} (${service})` : service}</strong>
          <span>{t('preview.subject', { portal })}</span>
        </div>
        <div className="preview-letter">
          {name && <strong>{quoteName(name)}</strong>}
          <span>{t('preview.greeting')}</span>
          <span>{t('preview.text', { portal })}</span>
          <span className="preview-button">{t('preview.mailButton')}</span>
        </div>
      </div>
      <figcaption className="hint">{t('preview.mail')}</figcaption>
    </figure>
  );
}
