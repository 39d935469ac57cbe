import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Breakable } from '../../ui/breakable.js';
import { Button } from '../../ui/button.js';
import { PrimaryLink } from '../../ui/links.js';
import { Samples } from '../../ui/samples.js';
import { ErrorState } from '../../ui/states.js';
import { tokenSamples, type CallSample } from '../../ui/token-samples.js';
import { callSamples } from './call-samples.js';
import { useProgress } from './first-steps.queries.js';
import { areStepsHidden, hideSteps } from './hidden-steps.js';
import { stepNames, type Progress, type StepName } from './progress.js';

const neededScopes = ['app.read', 'webhook.read', 'portal.read'];

/** The first steps of a new portal, until all are done or the user hides them. */
export function FirstSteps(): ReactNode {
  const { portal, scopes } = useSignedIn();
  const [isHidden, setHidden] = useState(() => areStepsHidden(portal.id));
  if (isHidden || neededScopes.some((scope) => !scopes.includes(scope))) return null;
  function hide(): void {
    hideSteps(portal.id);
    setHidden(true);
  }
  return <Steps onHide={hide} />;
}

function Steps({ onHide }: { onHide: () => void }): ReactNode {
  const { t } = useTexts();
  const { portal } = useSignedIn();
  const { progress, error } = useProgress();
  const isDone = progress !== undefined && progress.current === undefined;
  useEffect(() => {
    if (isDone) hideSteps(portal.id);
  }, [isDone, portal.id]);
  if (isDone || (!progress && !error)) return null;
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <div className="first-steps-head">
        <h2 id="first-steps">{t('firstSteps.title')}</h2>
        <span className="quiet">
          {t('firstSteps.count', { done: progress?.done.size ?? 0, count: stepNames.length })}
        </span>
        <Button look="quiet" onPress={onHide}>
          {t('firstSteps.hide')}
        </Button>
      </div>
      {progress ? (
        <ol className="steps">
          {stepNames.map((name) => (
            <Step key={name} name={name} state={readState(name, progress)}>
              {name === progress.current && <StepBody name={name} progress={progress} />}
            </Step>
          ))}
        </ol>
      ) : (
        error && <ErrorState error={error} />
      )}
    </section>
  );
}

type StepState = 'done' | 'current' | 'later';
const readState = (name: StepName, { current, done }: Progress): StepState =>
  done.has(name) ? 'done' : name === current ? 'current' : 'later';

function Step({
  name,
  state,
  children,
}: {
  name: StepName;
  state: StepState;
  children: ReactNode;
}): ReactNode {
  const { t } = useTexts();
  return (
    <li className={`step step-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
      <h3>
        {t(`firstSteps.${name}`)}
        {state === 'done' && <span className="unseen"> {t('firstSteps.done')}</span>}
      </h3>
      {children}
    </li>
  );
}

function StepBody({ name, progress }: { name: StepName; progress: Progress }): ReactNode {
  const { t } = useTexts();
  const { addresses } = useSignedIn();
  const { application, webhook } = progress;
  const client = application?.client_id ?? '';
  const api = addresses.api.replace(/\/$/, '');
  const samples: Record<StepName, CallSample[]> = {
    application: [],
    token: tokenSamples(`${addresses.auth.replace(/\/$/, '')}/oauth/token`, client),
    webhook: callSamples({
      method: 'POST',
      url: `${api}/v2/webhooks`,
      body: { url: 'https://partner.example/webhooks', user_create: true },
    }),
    delivery: callSamples({ method: 'POST', url: `${api}/v2/webhooks/${webhook?.id ?? 0}/test` }),
    person: callSamples({
      method: 'POST',
      url: `${api}/v2/users`,
      body: {
        email: 'quinn@partner.example',
        first_name: 'Quinn',
        last_name: 'Start',
        send_login_email: false,
      },
    }),
  };
  return (
    <>
      <p className="state-text">{t(`firstSteps.${name}Text`)}</p>
      <div className="actions">
        {name === 'application' && (
          <PrimaryLink to="/applications/new">{t('applications.create')}</PrimaryLink>
        )}
        {name === 'token' && (
          <Link to="/applications/$client" params={{ client }}>
            {application?.client_name}
          </Link>
        )}
        {name === 'webhook' && <PrimaryLink to="/webhooks/new">{t('webhooks.create')}</PrimaryLink>}
        {name === 'delivery' && webhook && (
          <Link to="/webhooks/$id" params={{ id: webhook.id }}>
            <Breakable text={webhook.url} />
          </Link>
        )}
      </div>
      {samples[name].length > 0 && <Samples samples={samples[name]} />}
    </>
  );
}
