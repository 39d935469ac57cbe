// Reloads the page when a new mail has arrived, unless somebody is reading one.
const newestShown = document.body.dataset.newest;
setInterval(async () => {
  const response = await fetch('/email?limit=1').catch(() => undefined);
  if (!response?.ok) return;
  const [newest] = await response.json();
  if ((newest?.id ?? '') === newestShown) return;
  if (new URLSearchParams(location.search).has('id')) document.title = '(new) Mails';
  else location.reload();
}, 2000);
