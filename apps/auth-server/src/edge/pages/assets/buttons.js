// Everything works without these buttons; they are a convenience.
const shown = (selector, act) => {
  for (const button of document.querySelectorAll(selector)) {
    button.hidden = false;
    button.addEventListener('click', () => act(button));
  }
};

const textOf = (element) =>
  element.value ?? [...element.querySelectorAll('code')].map((code) => code.textContent).join('\n');
shown('button[data-copy]', async (button) => {
  const element = document.getElementById(button.dataset.copy);
  element.select?.();
  await navigator.clipboard.writeText(textOf(element));
  button.textContent = button.dataset.copied;
});

shown('button[data-print]', () => print());

const show = (button, isShown) => {
  document.getElementById(button.dataset.shows).type = isShown ? 'text' : 'password';
  button.setAttribute('aria-pressed', String(isShown));
};
const hideAll = () => {
  for (const button of document.querySelectorAll('button[data-shows]')) show(button, false);
};
shown('button[data-shows]', (button) => show(button, button.getAttribute('aria-pressed') === 'false'));
// browsers keep what is sent from a field of text, and show it again to who comes next
document.addEventListener('submit', hideAll);
addEventListener('pagehide', hideAll);

// moments in the zone of this browser, written as libs/texts writes them
const { lang } = document.documentElement;
const shownTime = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
for (const time of document.querySelectorAll('time[datetime]'))
  time.textContent = shownTime.format(new Date(time.dateTime)).replace(/ (?=\S+$)/, '\u00a0');
