// A double click must not post twice: the browser would drop the first answer, which contained the code or the
// secret.
const patienceMs = 5000;
const sentAt = new WeakMap();
document.addEventListener('submit', (event) => {
  const before = sentAt.get(event.target);
  if (before !== undefined && performance.now() - before < patienceMs) event.preventDefault();
  else sentAt.set(event.target, performance.now());
});
// somebody who returns to a cached page may send the form again at once
addEventListener('pageshow', () => {
  for (const form of document.forms) sentAt.delete(form);
});
