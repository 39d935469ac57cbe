import { statementTexts } from '@app/testing';
import { blankPerson } from './erase.queries.js';
import { readPersonalData } from './personal-data.queries.js';

const account = { id: 12, portalId: 1, portalName: 'a.example', isOpen: true };
const person = { id: 7, email: 'ana@a.example', locale: 'en', accounts: [account] };

it('generates the exported and erased columns of accounts from the list of a user’s fields', async () => {
  const texts = await statementTexts(async (tx) => {
    await readPersonalData(tx, person);
    await blankPerson(tx, person);
  });
  const accountTexts = texts.filter((text) =>
    /^(select p\.name as portal|update identity\.accounts)/.test(text),
  );
  expect(accountTexts.join('\n\n')).toMatchSnapshot();
});
