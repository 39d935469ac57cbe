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
  const brought = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, '', location.pathname);
  const list = section.querySelector('dl');
  for (const [name, value] of brought) {
    list.append(
      Object.assign(document.createElement('dt'), { textContent: name }),
      Object.assign(document.createElement('dd'), { textContent: value, className: 'line' }),
    );
  }
  const { state, issuer, api } = section.dataset;
  const refuse = (text) => {
    const alert = section.querySelector('[role=alert]');
    alert.textContent = text;
    alert.hidden = false;
  };
  if (brought.size === 0) return refuse('Nothing came back.');
  if (brought.get('state') !== state) return refuse('The state is not ours: the token is not used.');
  const sender = brought.get('iss');
  if (sender !== null && sender !== issuer) return refuse('It comes from somebody else.');
  light(5);
  const token = brought.get('access_token');
  if (token === null) return refuse(`It brought ${brought.get('error') ?? 'no token'}.`);
  const answer = await fetch(`${api}/v2/me`, { headers: { authorization: `Bearer ${token}` } });
  const shown = section.querySelector('pre');
  shown.textContent = JSON.stringify(await answer.json(), null, 2);
  shown.hidden = false;
  section.querySelector('h3').hidden = false;
  light(7);
}

/** Lights the steps of the drawing up to this number. */
function light(count) {
  [...document.querySelectorAll('.sequence li')].slice(0, count).forEach((step, index) => {
    step.classList.remove('next', 'later');
    if (!step.classList.contains('lit')) step.classList.add('lit', 'fresh', `after-${index - 4}`);
  });
  document.querySelectorAll('.sequence li')[count]?.classList.replace('later', 'next');
}
