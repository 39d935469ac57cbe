// Copying, webhooks as they arrive, and the end of the implicit grant; everything else works without this.
const readyToCopy = (within) => {
  for (const button of within.querySelectorAll('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.parentElement.querySelector('code, pre').textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
  }
};
readyToCopy(document);

const received = document.querySelector('[data-live]');
if (received) {
  const events = new EventSource('/webhooks/events');
  events.addEventListener('message', ({ data }) => {
    received.insertAdjacentHTML('afterbegin', JSON.parse(data)); // written and escaped by this partner's server
  });
}

const fragment = document.getElementById('fragment');
if (fragment) void showFragment(fragment);

async function showFragment(section) {
  const parameters = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, '', location.pathname);
  const list = section.querySelector('dl');
  for (const [name, value] of parameters) {
    const shownValue = section.querySelector('template').content.cloneNode(true);
    shownValue.querySelector('code').textContent = value;
    shownValue.querySelector('button').setAttribute('aria-label', `Copy ${name}`);
    const [term, description] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = name;
    description.append(shownValue);
    list.append(term, description);
  }
  readyToCopy(list);
  const { state, issuer, api } = section.dataset;
  const refuse = (text) => {
    const alert = section.querySelector('[role=alert]');
    alert.textContent = text;
    alert.hidden = false;
  };
  if (parameters.size === 0) return refuse('Nothing came back.');
  if (parameters.get('state') !== state) return refuse('The state is not ours: the token is not used.');
  const sender = parameters.get('iss');
  if (sender !== null && sender !== issuer) return refuse('The answer comes from another issuer.');
  light(1);
  const token = parameters.get('access_token');
  if (token === null) return refuse(`The answer has ${parameters.get('error') ?? 'no token'}.`);
  const decoded = section.querySelector('details');
  decoded.querySelector('pre').textContent = decode(token);
  decoded.hidden = false;
  const answer = await fetch(`${api}/v2/me`, { headers: { authorization: `Bearer ${token}` } });
  const shown = section.querySelector('#me');
  shown.textContent = JSON.stringify(await answer.json(), null, 2);
  shown.hidden = false;
  section.querySelector('h3').hidden = false;
  light(2);
}

/** Header and claims of a JWT, indented. */
function decode(token) {
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => {
      const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
        one.charCodeAt(0),
      );
      return JSON.parse(new TextDecoder().decode(bytes));
    });
  return JSON.stringify({ header, claims }, null, 2);
}

/** Lights this many more steps of the drawing. */
function light(count) {
  const waiting = [...document.querySelectorAll('.sequence .next, .sequence .later')];
  waiting.slice(0, count).forEach((step, index) => {
    step.classList.remove('next', 'later');
    step.classList.add('lit', 'fresh', `after-${index + 1}`);
  });
  waiting[count]?.classList.replace('later', 'next');
}
