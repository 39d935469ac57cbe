/** The import rules of ARCHITECTURE.md, checked by `npm test`. @type {import('dependency-cruiser').IConfiguration} */
const spec = '\\.spec\\.ts$';
const { layers, development: besides, wings } = require('./scripts/lib/layers.cjs');
/** `^libs/(a|b)/` */
const libsPattern = (libs) => `^libs/(${libs.join('|')})/`;
/** `^apps/<app>/src/(a|b)/` */
const wingsPattern = (app, names) => `^apps/${app}/src/(${names.join('|')})/`;
/** Each wing, and the wings of its own and of higher levels, which it must not import. */
const wingRules = Object.entries(wings).flatMap(([app, levels]) =>
  levels.flatMap((level, index) =>
    level.map((wing) => ({
      app,
      wing,
      forbidden: levels
        .slice(index)
        .flat()
        .filter((other) => other !== wing),
    })),
  ),
);
/** Vite puts what it imports into files. */
const web = '^apps/console/web/';
/** Not part of the image. */
const development = [
  '^apps/(bench|demo-partner|tools)/',
  '^libs/(testing|local-services)/',
  '^(apps|libs)/[^/]+/test/',
];
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'apps-never-import-apps',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: [spec, '^apps/[^/]+/test/', '^apps/bench/'] },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'benchmarks-import-the-tools-only-through-their-index',
      severity: 'error',
      from: { path: '^apps/bench/' },
      to: { path: '^apps/', pathNot: ['^apps/bench/', '^apps/tools/src/index\\.ts$'] },
    },
    {
      name: 'libs-never-import-apps',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'production-code-never-imports-testing',
      severity: 'error',
      from: {
        pathNot: [
          '^libs/testing/',
          '^(apps|libs)/[^/]+/test/',
          '^clients/test/',
          '^clients/[^/]+/test/',
          spec,
        ],
      },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'production-code-never-imports-dev-dependencies',
      severity: 'error',
      comment: 'The image has production dependencies alone.',
      from: { path: '^(apps|libs)/', pathNot: [spec, ...development, web] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'production-code-never-imports-the-local-services',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: [spec, ...development] },
      to: { path: '^libs/local-services/' },
    },
    {
      name: 'every-lib-has-a-layer',
      severity: 'error',
      comment: 'The layers are in scripts/lib/layers.cjs.',
      from: { path: '^libs/', pathNot: libsPattern([...layers.flatMap(({ libs }) => libs), ...besides]) },
      to: {},
    },
    ...layers.slice(0, -1).map(({ name, libs }, index) => ({
      name: `nothing-leads-up-from-${name.toLowerCase().replaceAll(' ', '-')}`,
      severity: 'error',
      comment: 'The layers are in scripts/lib/layers.cjs.',
      from: { path: libsPattern(libs) },
      to: { path: libsPattern(layers.slice(index + 1).flatMap((layer) => layer.libs)) },
    })),
    {
      name: 'libs-only-through-their-index',
      severity: 'error',
      comment:
        'The console imports safe-names for its preview of mails: browsers cannot load the rest of that lib.',
      from: { path: '^(apps|libs)/([^/]+)/' },
      to: {
        path: '^libs/',
        pathNot: [
          '^libs/[^/]+/src/index\\.ts$',
          '^$1/$2/',
          '^libs/[^/]+/test/',
          '^libs/mail/src/safe-names\\.ts$',
        ],
      },
    },
    {
      name: 'every-folder-says-what-it-holds',
      severity: 'error',
      from: { path: '/(common|core|helper|helpers|misc|shared|util|utils)/' },
      to: {},
    },
    {
      name: 'contracts-imports-only-zod',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: spec },
      to: { pathNot: ['^libs/contracts/', 'node_modules/zod/'] },
    },
    {
      name: 'kernel-imports-no-other-lib',
      severity: 'error',
      from: { path: '^libs/kernel/', pathNot: spec },
      to: { path: '^libs/(?!kernel/)' },
    },
    {
      name: 'sql-libraries-only-in-queries-entities-and-database',
      severity: 'error',
      from: {
        path: '^(apps|libs)/',
        pathNot: [
          '\\.queries\\.ts$',
          '^libs/(database|testing)/',
          '^apps/bench/src/peers/', // servers to compare with
          '^apps/[^/]+/test/',
          '\\.module\\.ts$',
          spec,
        ],
      },
      to: { path: 'node_modules/(typeorm|pg)/' },
    },
    {
      name: 'features-only-through-their-module',
      severity: 'error',
      comment: 'A feature folder of an app is entered through its *.module.ts or index.ts.',
      from: {
        path: '^apps/([^/]+)/src/([^/]+)/',
        pathNot: [spec, '^apps/(auth-server|bench|cli|tools|webhook-worker)/'],
      },
      to: {
        path: '^apps/$1/src/([^/]+)/',
        pathNot: ['^apps/$1/src/$2/', '\\.module\\.ts$', '/index\\.ts$'],
      },
    },
    {
      name: 'features-of-wings-only-through-their-module',
      severity: 'error',
      comment: 'In an app with wings, the features are the folders of its wings.',
      from: { path: `^apps/(${Object.keys(wings).join('|')})/src/([^/]+/[^/]+)/`, pathNot: spec },
      to: {
        path: '^apps/$1/src/[^/]+/[^/]+/',
        pathNot: ['^apps/$1/src/$2/', '\\.module\\.ts$', '/index\\.ts$'],
      },
    },
    ...Object.entries(wings).map(([app, levels]) => ({
      name: `every-feature-of-${app}-has-a-wing`,
      severity: 'error',
      comment: 'The wings are in scripts/lib/layers.cjs.',
      from: { path: `^apps/${app}/src/[^/]+/`, pathNot: wingsPattern(app, levels.flat()) },
      to: {},
    })),
    {
      name: 'features-of-the-web-console-stand-alone',
      severity: 'error',
      comment: 'What two features need is in ui/, charts/ or app/.',
      from: { path: `${web}features/([^/]+)/` },
      to: { path: `${web}features/`, pathNot: `${web}features/$1/` },
    },
    {
      name: 'only-queries-of-the-web-console-send-requests',
      severity: 'error',
      comment: 'Pages use the hooks of *.queries.ts; the shell sets language and session of all requests.',
      from: {
        path: web,
        pathNot: ['\\.queries\\.ts$', `${web}api/`, `${web}app/(app|session-dialog)\\.tsx$`],
      },
      to: { path: `${web}api/(client|conditional)\\.ts$` },
    },
    {
      name: 'the-web-console-imports-no-server',
      severity: 'error',
      comment: 'It has the types of the TypeScript client, and how mails write names, for their preview.',
      from: { path: web },
      to: {
        path: '^(apps|libs|clients)/',
        pathNot: [web, '^clients/typescript/src/generated/', '^libs/mail/src/safe-names\\.ts$'],
      },
    },
    ...wingRules.map(({ app, wing, forbidden }) => ({
      name: `nothing-leads-up-from-the-wing-${wing}-of-${app}`,
      severity: 'error',
      comment: 'The wings are in scripts/lib/layers.cjs.',
      from: { path: wingsPattern(app, [wing]), pathNot: spec },
      to: { path: wingsPattern(app, forbidden) },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
