import { statementTexts } from '@app/testing';
import { createAccount, findAccount, saveAccount } from './account.queries.js';

it('generates the statements of accounts from the list of a user’s fields', async () => {
  const texts = await statementTexts(async (tx) => {
    await findAccount(tx, 1, 12);
    await createAccount(
      tx,
      { portalId: 1, personId: 7 },
      { first_name: 'Ana', last_name: 'Silva', roles: ['Learner'], custom_fields: { department: 'Sales' } },
    );
    await saveAccount(tx, 1, 12, { status: false, last_name: 'Sousa', custom_fields: { level: 2 } }, false);
  });
  expect(texts.join('\n\n')).toMatchSnapshot();
});
