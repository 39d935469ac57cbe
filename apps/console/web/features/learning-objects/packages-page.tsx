import { useState, type ReactNode } from 'react';
import { ContentTabs } from '../../app/content-tabs.js';
import { useHasScope, useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Breakable } from '../../ui/breakable.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { PageHead } from '../../ui/page.js';
import { useEndPackages } from './learning-objects.queries.js';

/** How packages come about and end. No server knows where they are, so there is no list. */
export function PackagesPage(): ReactNode {
  const { t } = useTexts();
  const isAdministrator = useSignedIn().roles.includes('Administrator');
  const canEnd = useHasScope('lo.write') && isAdministrator;
  return (
    <>
      <PageHead title={t('packages.title')}>
        <p className="state-text">{t('packages.intro')}</p>
      </PageHead>
      <ContentTabs />
      <section aria-labelledby="ends">
        <h2 id="ends">{t('packages.ends')}</h2>
        <ul className="content-endings">
          <li>{t('packages.ends.year')}</li>
          <li>{t('packages.ends.licence')}</li>
          <li>{t('packages.ends.hidden')}</li>
        </ul>
      </section>
      <section className="ending" aria-labelledby="end-all">
        <h2 id="end-all">{t('packages.endAll')}</h2>
        <p className="state-text">{t('packages.endAllText')}</p>
        {canEnd ? <EndPackagesButton /> : <p className="state-text">{t('error.administrator_required')}</p>}
      </section>
    </>
  );
}

/** Ending cannot be undone: the name of the portal is written to confirm it. */
function EndPackagesButton(): ReactNode {
  const { t } = useTexts();
  const { portal } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const end = useEndPackages();
  function close(): void {
    setOpen(false);
    setText('');
    end.reset();
  }
  function submit(): void {
    end.mutate(undefined, {
      onSuccess: () => {
        close();
        announce(t('packages.ended'));
      },
    });
  }
  return (
    <>
      <Button look="danger" onPress={() => setOpen(true)}>
        {t('ui.opens', { action: t('packages.endAll') })}
      </Button>
      <Dialog title={t('packages.endAll')} isOpen={isOpen} onClose={close}>
        <ConsoleForm
          button={t('packages.endAll')}
          onSubmit={submit}
          change={end}
          look="danger"
          isDisabled={text.trim() !== portal.name}
          onCancel={close}
        >
          <p>{t('packages.endEnds')}</p>
          <p>
            <code>
              <Breakable text={portal.name} />
            </code>
          </p>
          <TextField label={t('packages.repeat')} value={text} onChange={setText} isCode />
        </ConsoleForm>
      </Dialog>
    </>
  );
}
