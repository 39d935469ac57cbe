import tseslint from 'typescript-eslint';

/** One dialect: what of TypeScript's and our own ways to say a thing is used here. */
const dialect = [
  {
    selector: ':matches(MethodDefinition[kind!="constructor"], PropertyDefinition)[accessibility="private"]',
    message: 'A private member is #private; `private` is for parameters of constructors alone.',
  },
  {
    selector:
      'Program > :matches(VariableDeclaration[kind="const"], ExportNamedDeclaration > VariableDeclaration[kind="const"]) > VariableDeclarator[id.name=/^[a-z]/] > Literal.init:not([regex])',
    message: 'A constant that is a plain value is named LIKE_THIS.',
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
const noTimeLimits = {
  selector:
    'CallExpression[callee.name=/^(it|test|before|after)/] > Literal[raw=/^[0-9_]+$/], CallExpression[callee.callee.property.name="each"] > Literal[raw=/^[0-9_]+$/]',
  message: 'No test has a time limit of its own: that of jest.config.js ends what hangs.',
};

/** Who is given more than this does more than one thing. A class is given what its constructor takes. */
const MOST_DEPENDENCIES = 8;

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      '.data/**',
      'coverage/**',
      'jest.config.js',
      '**/assets/**',
      'clients/*/src/generated/**',
      'clients/*/dist/**',
      '**/*.mjs',
      '**/*.cjs',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      'max-params': ['error', { max: MOST_DEPENDENCIES }],
      'max-lines': ['error', { max: 300 }],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...dialect, settingsOnce, sqlInQueries],
    },
  },
  { files: ['**/*.spec.ts'], rules: { 'max-lines': ['error', { max: 400 }] } },
  // data alone, read one entry at a time
  {
    files: ['libs/texts/src/{en,de,fr}.ts', 'libs/limits/src/limits.ts', 'libs/database/test/grants.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['**/*.spec.ts', 'libs/testing/**', 'k8s/test/**', 'apps/*/test/**', 'clients/*/test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      'no-restricted-syntax': ['error', dialect[0], noTimeLimits],
    },
  },
  {
    files: ['**/*.queries.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...dialect, statesByName, rowsBearColumns],
    },
  },
  {
    files: ['libs/database/src/**', 'apps/tools/**'],
    ignores: ['**/*.spec.ts', '**/migrations/**', '**/*.queries.ts'],
    rules: { 'no-restricted-syntax': ['error', ...dialect] },
  },
  { files: ['**/migrations/*.ts'], rules: { 'no-restricted-syntax': ['error', dialect[0]] } },
  { files: ['apps/cli/**', 'apps/tools/**', 'docs/quick-starts/**'], rules: { 'no-console': 'off' } },
  {
    // YAML has no types, and the tour reads answers as a partner's script does
    files: ['k8s/test/**', 'apps/tools/src/demo/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
