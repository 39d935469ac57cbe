// Shows the Markdown of the page as headings, tables and links, by what Swagger UI has for its descriptions.
const source = document.getElementById('markdown');
const place = document.createElement('article');
source.before(place);

SwaggerUIBundle({
  domNode: place,
  layout: 'Guide',
  plugins: [
    ({ React, getComponent }) => ({
      components: {
        Guide: () => {
          React.useEffect(() => finish(), []);
          return React.createElement(getComponent('Markdown', true), { source: source.textContent });
        },
      },
    }),
  ],
});

function finish() {
  source.hidden = true;
  const pages = new Set([...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href')));
  for (const link of place.querySelectorAll('a')) {
    const [file] = link.getAttribute('href').split('#');
    if (/^[a-z]+:/.test(file)) continue;
    link.removeAttribute('target');
    if (file !== '' && !pages.has(file)) link.replaceWith(...link.childNodes); // a file of the repository alone
  }
  // named as on the pages of the repository
  for (const heading of place.querySelectorAll('h1, h2, h3, h4'))
    heading.id = heading.textContent
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  for (const head of place.querySelectorAll('thead')) if (head.textContent.trim() === '') head.remove();
  for (const code of place.querySelectorAll('pre > code'))
    if (code.textContent.startsWith('sequenceDiagram'))
      code.parentElement.replaceWith(listSteps(code.textContent));
  for (const wide of place.querySelectorAll('table, pre')) {
    const frame = document.createElement('div');
    frame.className = 'scroll';
    frame.tabIndex = 0;
    wide.replaceWith(frame);
    frame.append(wide);
  }
  if (location.hash.length > 1)
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/** The arrows of a sequence drawing (Mermaid), as a list: who sends what to whom. */
function listSteps(drawing) {
  const names = Object.fromEntries(
    [...drawing.matchAll(/^ *(?:actor|participant) (\w+)(?: as (.+))?$/gm)].map(([, id, name]) => [
      id,
      name ?? id,
    ]),
  );
  const list = document.createElement('ol');
  list.className = 'steps';
  for (const [, from, to, text] of drawing.matchAll(/^ *(\w+)->>(\w+): (.+)$/gm)) {
    const [step, way] = [document.createElement('li'), document.createElement('strong')];
    way.textContent = from === to ? names[from] : `${names[from]} → ${names[to]}`;
    step.append(way, ' ', text);
    list.append(step);
  }
  return list;
}
