import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { FormError } from '../../ui/states.js';
import type { ConsolePerson } from './person-types.js';
import { useHasLoginLinks, useLoginLink } from './users.queries.js';

/** Creates a link that signs the person in once, in portals that allow such links. */
export function LoginLinkButton({ person }: { person: ConsolePerson }): ReactNode {
  const { t } = useTexts();
  return (
    <DialogButton label={t('people.link')} title={t('people.linkTitle')}>
      {(close) => <LoginLinkPart person={person} onClose={close} />}
    </DialogButton>
  );
}

function LoginLinkPart({ person, onClose }: { person: ConsolePerson; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const { data: hasLinks, error } = useHasLoginLinks();
  const link = useLoginLink(person.id);
  if (hasLinks === undefined && !error) return <SkeletonRows rows={2} />;
  return (
    <>
      <p>{t(hasLinks === false ? 'people.noLinks' : 'people.linkText', { name: person.full_name })}</p>
      {link.data && (
        <p className="secret">
          <code>{link.data}</code>
          <CopyButton text={link.data} label={t('people.linkTitle')} />
        </p>
      )}
      <FormError error={error ?? link.error} />
      <div className="actions">
        {hasLinks && (
          <Button look="primary" isPending={link.isPending} onPress={() => link.mutate()}>
            {t('people.linkMake')}
          </Button>
        )}
        <Button onPress={onClose}>{t('ui.close')}</Button>
      </div>
    </>
  );
}
