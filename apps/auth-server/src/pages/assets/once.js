// A double click must not post twice: the browser drops the first answer, in which the code or the secret was.
const patienceMs = 5000;
const sentAt = new WeakMap();
document.addEventListener('submit', (event) => {
  const before = sentAt.get(event.target);
  if (before !== undefined && performance.now() - before < patienceMs) event.preventDefault();
  else sentAt.set(event.target, performance.now());
});
// who comes back to a page that was kept may send it again at once
addEventListener('pageshow', () => {
  for (const form of document.forms) sentAt.delete(form);
});
