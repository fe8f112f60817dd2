// Who may import whom. `scripts/import-rules.test.ts` plants a violation of each rule and sees it caught.

const testFiles = '\\.(test|fixture)\\.tsx?$'

/** From the ground up: a module may import those of its own floor and below, and nothing above. */
const floors = [
  ['identity', 'credits', 'properties', 'contacts', 'dnc', 'webhooks', 'api-keys', 'audit-log'],
  ['campaigns', 'saved-searches', 'coupons'],
  ['orders', 'billing'],
  ['statistics', 'demo'],
]

const modules = (names) => `^server/modules/(${names.join('|')})/`

const floorRules = floors.slice(0, -1).map((names, level) => ({
  name: `floor-${level + 1}-looks-down-only`,
  comment: 'A module imports its own floor and the ones below.',
  severity: 'error',
  from: { path: modules(names), pathNot: testFiles },
  to: { path: modules(floors.slice(level + 1).flat()) },
}))

/** Rule files: business rules and derivations, pure. */
const rules = ['-rules\\.ts$', '(^|/)split-[^/]+\\.ts$', '^server/modules/properties/derive/']

const inputAndOutput = [
  '^(node:)?(fs|net|http|https|http2|dns|tls|dgram|child_process|worker_threads|cluster|timers|sqlite|readline)(/|$)',
  '(^|/)node_modules/(pg|kysely|graphile-worker|@clickhouse|chdb|pino|hono|@hono|@node-rs|yauzl)/',
  '^server/platform/(postgres|clickhouse|http|live)/',
  '^server/platform/(log|(jobs|mail)/[^/]+|files/(disk-files|data-folder)|crypto/secrets|util/clock)\\.ts$',
  '\\.(queries|routes|job)\\.ts$',
]

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('every-import-resolves', 'Otherwise the rules below would not see it.', {}, { couldNotResolve: true }),
    forbid('no-circle', 'Not even of types, nor inside a module.', {}, { circular: true }),
    forbid(
      'contract-imports-zod-alone',
      'The contract is read by server and browser alike.',
      { path: '^contract/', pathNot: testFiles },
      { pathNot: ['^contract/', '(^|/)node_modules/zod/'] },
    ),
    forbid(
      'web-and-server-meet-in-the-contract',
      'Neither imports the other.',
      { path: '^web/' },
      { path: '^(server|scripts|e2e|bench)/' },
    ),
    forbid(
      'server-imports-no-web',
      'Neither imports the other.',
      { path: '^server/' },
      { path: '^(web|scripts|e2e|bench)/' },
    ),
    forbid(
      'clients-stand-alone',
      'Strangers install them without the rest; their tests may start a portal.',
      { path: '^clients/', pathNot: testFiles },
      { path: '^(contract|server|web|scripts|e2e|bench)/' },
    ),
    forbid(
      'platform-knows-no-module',
      'The platform is what any product would need.',
      { path: '^server/platform/', pathNot: testFiles },
      { path: '^server/(modules|cli|compose|demo|test|[^/]+\\.ts$)' },
    ),
    forbid(
      'modules-know-no-root',
      'The composition root, commands and tests are above them.',
      { path: '^server/modules/', pathNot: testFiles },
      { path: '^server/(cli|compose|demo|test|[^/]+\\.ts$)' },
    ),
    forbid(
      'modules-by-the-front-door',
      'A module reaches another through its index.ts.',
      { path: '^server/modules/([^/]+)/', pathNot: testFiles },
      { path: '^server/modules/', pathNot: ['^server/modules/$1/', '^server/modules/[^/]+/index\\.ts$'] },
    ),
    forbid(
      'only-queries-talk-to-stores',
      'SQL lives in *.queries.ts; the types may travel.',
      { path: '^server/modules/', pathNot: ['\\.queries\\.ts$', testFiles] },
      {
        path: ['(^|/)node_modules/(kysely|pg|@clickhouse|chdb)/', '^server/platform/clickhouse/(?!errors\\.ts$)'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'only-routes-know-http',
      'A use case does not know how it was asked.',
      { path: '^server/modules/', pathNot: ['\\.routes\\.ts$', testFiles] },
      { path: ['^server/platform/http/', '(^|/)node_modules/(hono|@hono)/'] },
    ),
    forbid(
      'csv-is-written-in-one-place',
      'What a spreadsheet would run as a formula is neutralised there.',
      { path: '^server/', pathNot: ['^server/platform/files/csv/csv\\.ts$', testFiles] },
      { path: '(^|/)node_modules/csv-stringify/' },
    ),
    forbid(
      'rules-do-no-io',
      'A rule is pure; the types may travel.',
      { path: rules, pathNot: testFiles },
      { path: inputAndOutput, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'features-do-not-know-each-other',
      'What two features share lives in entities, map, criteria, ui or lib.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid(
      'features-know-no-route',
      'A route picks a screen, never the other way round.',
      { path: '^web/src/(features|entities|map|criteria|ui|lib)/' },
      { path: '^web/src/routes/' },
    ),
    forbid(
      'entities-know-no-feature',
      'How an order, a campaign or an import is shown is shared by the features that show it.',
      { path: '^web/src/entities/' },
      { path: '^web/src/features/' },
    ),
    forbid(
      'map-knows-no-feature',
      'The map is shared by features.',
      { path: '^web/src/map/' },
      { path: '^web/src/(features|entities)/' },
    ),
    forbid(
      'criteria-know-no-feature',
      'The search criteria are shared by features, and shown on the map.',
      { path: '^web/src/criteria/' },
      { path: '^web/src/(features|entities|map)/' },
    ),
    forbid(
      'ui-and-lib-know-no-feature',
      'They are below the features.',
      { path: '^web/src/(ui|lib)/' },
      { path: '^web/src/(features|entities|map|criteria)/' },
    ),
    ...floorRules,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^web/dist/', '^clients/[^/]+/dist/', '\\.css$', '\\.svg$'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
