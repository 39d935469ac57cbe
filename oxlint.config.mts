import { defineConfig } from 'oxlint';
import { accessibleRules, reactRules } from './scripts/lint/web-rules.mts';

const MODULE_CONSTANT =
  ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind="const"] > VariableDeclarator';
const namesOfConstants = [
  {
    selector: `${MODULE_CONSTANT}[id.name=/^[a-z]/] > Literal.init:not([regex])`,
    message: 'A constant that is a plain value is named LIKE_THIS.',
  },
  {
    selector: `${MODULE_CONSTANT}[id.name=/^[A-Z]/] > :matches(Literal.init[regex], NewExpression.init[callee.name=/^(RegExp|(Weak)?(Map|Set))$/])`,
    message: 'A regular expression, a Set or a Map is named likeThis.',
  },
];
/** Code that reads objects for somebody reads their roles: rights that are written down are everybody's. */
const draftsByRoles = [
  {
    selector: 'TSAsExpression > TSTypeReference[typeName.name="SeesDrafts"]',
    message: 'Who sees drafts is judged by seesDrafts of @app/contracts.',
  },
  {
    selector: 'CallExpression[callee.name="seesDrafts"] > ObjectExpression',
    message: 'Who sees drafts is judged by the roles of a token or an account.',
  },
];
/** One dialect: which of several ways to say something in TypeScript is used here. */
const dialect = [
  {
    selector: ':matches(MethodDefinition[kind!="constructor"], PropertyDefinition)[accessibility="private"]',
    message: 'A private member is #private; `private` is for parameters of constructors alone.',
  },
  ...namesOfConstants,
  ...draftsByRoles,
  {
    selector: 'ImportExpression[source.value=/^@app/]',
    message: 'The build leaves import() alone: load a file of this folder that imports the lib.',
  },
];
const settingsOnce = {
  selector: 'VariableDeclarator[id.name=/SETTINGS$/] > CallExpression.init[callee.name="Symbol"]',
  message:
    'Settings have one injection token, SETTINGS of @app/kernel; declare the part that you read as a type.',
};
/** sql`...` and sql.camelCase`...` */
const SQL = ':matches([tag.name="sql"], [tag.object.name="sql"])';
const sqlInQueries = {
  selector: `TaggedTemplateExpression${SQL}`,
  message: 'SQL stands in *.queries.ts.',
};
const statesByName = {
  selector: 'TemplateElement[value.raw=/\\bstate\\s*(=|<>|<=|>=|<|>)\\s*\\d/]',
  message: 'States of mailboxes and deliveries have names: MailboxState and DeliveryState of @app/webhooks.',
};
const rowsBearColumns = {
  selector: `TaggedTemplateExpression${SQL} TemplateElement[value.raw=/\\bas\\s+"/]`,
  message: 'Rows bear the names of columns; sql.camelCase gives them those of services.',
};
const onePage = {
  selector: 'TemplateElement[value.raw=/<!doctype/i]',
  message: 'A page is made by brandedPage, so that it bears its portal.',
};
const noTimeLimits = {
  selector:
    'CallExpression[callee.name=/^(it|test|before|after)/] > Literal[raw=/^[0-9_]+$/], CallExpression[callee.callee.property.name="each"] > Literal[raw=/^[0-9_]+$/]',
  message: 'No test has a time limit of its own: that of jest.config.js ends what hangs.',
};
/** Their whole-server views show what other tests do at the same time. */
const ownDatabase = {
  selector:
    'TemplateElement[value.raw=/pg_(stat_activity|locks)/], Literal[value=/pg_(stat_activity|locks)/]',
  message: 'Query SESSIONS_HERE or LOCKS_HERE of @app/testing: the view shows other tests’ databases too.',
};

/**
 * The code that a page's Content-Security-Policy forbids the browser to evaluate: it holds as long as the first look
 * succeeds.
 */
const noEvalInPages = {
  selector: 'CallExpression[callee.property.name="waitForFunction"]',
  message: 'Wait for a selector, or untilTrue: pages allow no eval, which a second look would need.',
};
/** Read ADR 26 before you add a file here: a standby serves exports and statistics. */
const replicaByName = {
  selector:
    ':matches(MemberExpression[object.name="database"], MemberExpression[object.property.name="database"])[property.name="replica"]',
  message: 'A standby serves exports and statistics, with rows that may be minutes old: ADR 26.',
};
/** The relay waits for mailboxes with the events of all portals, so they are locked last: ADR 12. */
const mailboxLast = {
  selector:
    'TemplateLiteral:has(TemplateElement[value.raw=/webhook_mailboxes/]):has(TemplateElement[value.raw=/for (no key )?update/]), TemplateElement[value.raw=/(update|delete from) learning.webhook_mailboxes/]',
  message: 'Change a mailbox by changeWebhook of @app/webhooks, which locks it last: ADR 12.',
};
/** A class with more dependencies than this does more than one thing; they are what its constructor takes. */
const MAX_DEPENDENCIES = 8;

/** Rules about values whose type nobody knows. */
const unknownTypes = [
  'no-explicit-any',
  'no-unsafe-assignment',
  'no-unsafe-member-access',
  'no-unsafe-argument',
  'no-unsafe-call',
  'no-unsafe-return',
];
const allowUnknownTypes = Object.fromEntries(unknownTypes.map((rule) => [`typescript/${rule}`, 'off']));

/** The rules that typescript-eslint recommends with types known, and a case for each member of a union. */
const typescript = [
  ...unknownTypes,
  'await-thenable',
  'ban-ts-comment',
  'no-array-delete',
  'no-base-to-string',
  'no-duplicate-enum-values',
  'no-duplicate-type-constituents',
  'no-empty-object-type',
  'no-extra-non-null-assertion',
  'no-floating-promises',
  'no-for-in-array',
  'no-implied-eval',
  'no-misused-new',
  'no-namespace',
  'no-non-null-asserted-optional-chain',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unsafe-declaration-merging',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-unary-minus',
  'no-wrapper-object-types',
  'only-throw-error',
  'prefer-as-const',
  'prefer-namespace-keyword',
  'prefer-promise-reject-errors',
  'restrict-plus-operands',
  'restrict-template-expressions',
  'triple-slash-reference',
  'unbound-method',
  'switch-exhaustiveness-check',
];

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: [
    './scripts/lint/syntax.mjs',
    './scripts/lint/names.mjs',
    { name: 'documented', specifier: 'eslint-plugin-jsdoc' },
  ],
  // only the rules below
  categories: { correctness: 'off' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'dist/**',
    '.data/**',
    'coverage/**',
    'jest.config.js',
    '**/assets/**',
    'clients/*/src/generated/**',
    'clients/*/dist/**',
    '**/*.mjs',
    '**/*.cjs',
  ],
  rules: {
    ...Object.fromEntries(typescript.map((rule) => [`typescript/${rule}`, 'error'])),
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    'no-array-constructor': 'error',
    'no-unused-expressions': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'max-params': ['error', { max: MAX_DEPENDENCIES }],
    'max-lines': ['error', { max: 300 }],
    'no-console': 'error',
    eqeqeq: 'error',
    'names/functions': 'error',
    'names/bounds': 'error',
    'documented/check-param-names': ['error', { checkDestructured: false, disableMissingParamChecks: true }],
    'syntax/restricted': ['error', ...dialect, settingsOnce, sqlInQueries, replicaByName, onePage],
  },
  // the later of two that apply to a file wins
  overrides: [
    { files: ['**/*.spec.ts'], rules: { 'max-lines': ['error', { max: 400 }] } },
    {
      // its portal's administrators hear there of everything that lets somebody act as an application
      files: ['apps/*/src/**', 'libs/*/src/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: '@app/clients',
                importNames: ['registerClient'],
                message: 'Use ClientCredentials, which also tells the administrators.',
              },
            ],
          },
        ],
      },
    },
    {
      // tests, and data for benchmarks
      files: ['**/*.spec.ts', 'apps/bench/**'],
      rules: { 'no-restricted-imports': 'off' },
    },
    {
      files: ['apps/resource-api/src/pages/branded-page.ts', 'libs/mail/src/letter.ts'],
      rules: { 'syntax/restricted': ['error', ...dialect, settingsOnce, sqlInQueries] },
    },
    {
      // the web console: React's rules of hooks, and what a page needs for everybody
      files: ['apps/console/web/**'],
      plugins: ['typescript', 'react', 'jsx-a11y'],
      rules: {
        ...Object.fromEntries([...reactRules, ...accessibleRules].map((rule) => [rule, 'error'])),
        'typescript/no-misused-promises': [
          'error',
          { checksVoidReturn: { arguments: false, attributes: false } },
        ],
        'syntax/restricted': ['error', dialect[0], ...namesOfConstants],
      },
    },
    // what Postgres is asked before there is a Database; benchmarks
    {
      files: ['libs/database/src/**'],
      rules: { 'syntax/restricted': ['error', ...dialect, sqlInQueries] },
    },
    {
      files: ['libs/database/src/sql/sql.ts', 'apps/{bench,demo-partner,tools}/**'],
      rules: { 'syntax/restricted': ['error', ...dialect] },
    },
    {
      files: ['libs/testing/**'],
      rules: {
        ...allowUnknownTypes,
        'syntax/restricted': ['error', dialect[0], ...namesOfConstants, noTimeLimits, ownDatabase],
      },
    },
    {
      files: ['**/*.spec.ts', '{clients,k8s,observability}/test/**', '{apps,clients,libs}/*/test/**'],
      rules: { ...allowUnknownTypes, 'syntax/restricted': ['error', dialect[0], noTimeLimits, ownDatabase] },
    },
    {
      files: ['apps/{auth-server,console}/**/*.spec.ts', 'apps/{auth-server,console}/test/**'],
      rules: { 'syntax/restricted': ['error', dialect[0], noTimeLimits, ownDatabase, noEvalInPages] },
    },
    {
      files: ['libs/testing/src/own-database.ts'],
      rules: { 'syntax/restricted': ['error', dialect[0], ...namesOfConstants, noTimeLimits] },
    },
    {
      files: ['**/*.queries.ts'],
      rules: { 'syntax/restricted': ['error', ...dialect, statesByName, rowsBearColumns, replicaByName] },
    },
    {
      files: ['apps/{resource-api,cli}/**/*.queries.ts'],
      rules: {
        'syntax/restricted': ['error', ...dialect, statesByName, rowsBearColumns, replicaByName, mailboxLast],
      },
    },
    {
      files: [
        'apps/resource-api/src/{audit-log/audit-log,enrollments/enrollments,users/users,webhooks/statistics}.queries.ts',
      ],
      rules: { 'syntax/restricted': ['error', ...dialect, statesByName, rowsBearColumns] },
    },
    {
      files: ['apps/resource-api/src/enrollments/enrollment-statistics.service.ts'],
      rules: { 'syntax/restricted': ['error', ...dialect, settingsOnce, sqlInQueries] },
    },
    { files: ['**/migrations/*.ts'], rules: { 'syntax/restricted': ['error', dialect[0]] } },
    {
      files: ['apps/bench/**', 'apps/cli/**', 'apps/tools/**', 'docs/quick-starts/**'],
      rules: { 'no-console': 'off' },
    },
    // YAML has no types, and the tour reads answers as a partner's script does
    { files: ['k8s/test/**', 'apps/tools/src/demo/**'], rules: allowUnknownTypes },
  ],
});
