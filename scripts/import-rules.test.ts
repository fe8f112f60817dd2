import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

/** A tree without violations, one file for each part of the repository. */
const cleanTree: Record<string, string> = {
  'clients/typescript/src/index.ts': 'export const createDooryard = {}\n',
  'contract/src/orders.ts': `import { z } from 'zod'\nexport const Order = z.object({})\n`,
  'server/main.ts': `import { placeOrder } from './modules/orders/place-order.ts'\nplaceOrder()\n`,
  'server/compose/app.ts': `import { orders } from '../modules/orders/index.ts'\nexport const app = orders\n`,
  'server/platform/jobs/jobs.ts': 'export const addJob = () => {}\n',
  'server/platform/postgres/database.ts': `import { Kysely } from 'kysely'\nexport const db = Kysely\n`,
  'server/platform/clickhouse/client.ts': 'export type ClickHouse = {}\nexport const client = {}\n',
  'server/platform/http/handlers.ts': 'export const handlers = {}\n',
  'server/modules/identity/index.ts': `export { user } from './user.ts'\n`,
  'server/modules/identity/user.ts': 'export const user = {}\n',
  'server/modules/credits/index.ts': 'export const credits = {}\n',
  'server/modules/campaigns/index.ts': 'export const campaigns = {}\n',
  'server/modules/orders/index.ts': 'export const orders = {}\n',
  'web/src/entities/order.tsx': 'export const orderColumns = []\n',
  'server/modules/statistics/index.ts': `import { orders } from '../orders/index.ts'\nexport const statistics = orders\n`,
  'server/modules/orders/place-order.ts': [
    `import type { Kysely } from 'kysely'`,
    `import type { ClickHouse } from '../../platform/clickhouse/client.ts'`,
    `import { user } from '../identity/index.ts'`,
    `import { list } from './orders.queries.ts'`,
    'export const placeOrder = (db?: Kysely<{}>, store?: ClickHouse) => [db, store, user, list]\n',
  ].join('\n'),
  'server/modules/orders/orders.queries.ts': [
    `import { sql } from 'kysely'`,
    `import { client } from '../../platform/clickhouse/client.ts'`,
    'export const list = [sql, client]\n',
  ].join('\n'),
  'server/modules/orders/orders.routes.ts': `import { handlers } from '../../platform/http/handlers.ts'\nexport const routes = handlers\n`,
  'server/modules/orders/status-rules.ts': 'export const next = {}\n',
  'web/src/routes/portal.tsx': `import { screen } from '../features/orders/screen.tsx'\nexport const route = screen\n`,
  'web/src/features/orders/screen.tsx': `import { panel } from '../../criteria/panel.tsx'\nexport const screen = panel\n`,
  'web/src/features/campaigns/screen.tsx': `import { button } from '../../ui/button.tsx'\nexport const screen = button\n`,
  'web/src/criteria/panel.tsx': `import { button } from '../ui/button.tsx'\nexport const panel = button\n`,
  'web/src/ui/button.tsx': `import { api } from '../lib/api.ts'\nexport const button = api\n`,
  'web/src/lib/api.ts': `import { Order } from '../../../contract/src/orders.ts'\nexport const api = Order\n`,
}

/** Each file violates the rule beside it, and only that one. */
const plantedViolations: [rule: string, file: string, imported: string][] = [
  ['every-import-resolves', 'server/modules/orders/lost.ts', './nowhere.ts'],
  ['contract-imports-zod-alone', 'contract/src/kysely.ts', 'kysely'],
  ['web-and-server-meet-in-the-contract', 'web/src/lib/peek.ts', '../../../server/platform/jobs/jobs.ts'],
  ['clients-stand-alone', 'clients/typescript/src/peek.ts', '../../../contract/src/orders.ts'],
  ['server-imports-no-web', 'server/peek.ts', '../web/src/lib/api.ts'],
  ['platform-knows-no-module', 'server/platform/peek.ts', '../modules/credits/index.ts'],
  ['platform-knows-no-module', 'server/platform/up.ts', '../compose/app.ts'],
  ['modules-know-no-root', 'server/modules/orders/up.ts', '../../config.ts'],
  ['modules-know-no-root', 'server/modules/orders/compose.ts', '../../compose/app.ts'],
  ['modules-by-the-front-door', 'server/modules/orders/back-door.ts', '../identity/user.ts'],
  ['only-queries-talk-to-stores', 'server/modules/orders/direct.ts', 'kysely'],
  ['only-queries-talk-to-stores', 'server/modules/orders/direct-too.ts', '../../platform/clickhouse/client.ts'],
  ['only-routes-know-http', 'server/modules/orders/asked.ts', '../../platform/http/handlers.ts'],
  ['csv-is-written-in-one-place', 'server/modules/orders/write-csv.ts', 'csv-stringify'],
  ['rules-do-no-io', 'server/modules/orders/price-rules.ts', 'node:fs/promises'],
  ['rules-do-no-io', 'server/modules/campaigns/status-rules.ts', '../../platform/jobs/jobs.ts'],
  ['floor-1-looks-down-only', 'server/modules/identity/up.ts', '../campaigns/index.ts'],
  ['floor-2-looks-down-only', 'server/modules/campaigns/up.ts', '../orders/index.ts'],
  ['floor-3-looks-down-only', 'server/modules/orders/up-too.ts', '../statistics/index.ts'],
  ['features-do-not-know-each-other', 'web/src/features/orders/peek.tsx', '../campaigns/screen.tsx'],
  ['features-know-no-route', 'web/src/features/orders/up.tsx', '../../routes/portal.tsx'],
  ['entities-know-no-feature', 'web/src/entities/up.tsx', '../features/orders/screen.tsx'],
  ['map-knows-no-feature', 'web/src/map/up.tsx', '../entities/order.tsx'],
  ['criteria-know-no-feature', 'web/src/criteria/up.tsx', '../features/orders/screen.tsx'],
  ['criteria-know-no-feature', 'web/src/criteria/up-too.tsx', '../entities/order.tsx'],
  ['ui-and-lib-know-no-feature', 'web/src/ui/up.tsx', '../features/orders/screen.tsx'],
  ['ui-and-lib-know-no-feature', 'web/src/lib/up.ts', '../criteria/panel.tsx'],
]

const circle = {
  'server/modules/properties/one.ts': `import { two } from './two.ts'\nexport const one = () => two\n`,
  'server/modules/properties/two.ts': `import { one } from './one.ts'\nexport const two = () => one\n`,
}

const folder = await mkdtemp(join(tmpdir(), 'dooryard-rules-'))
afterAll(() => rm(folder, { recursive: true }))

/** A clean tree with additional files. */
async function createTree(files: Record<string, string> = {}): Promise<string> {
  const tree = await mkdtemp(join(folder, 'tree-'))
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.base.json', 'package.json'])
    await cp(join(root, file), join(tree, file))
  await write(tree, { ...cleanTree, 'server/config.ts': 'export const config = {}\n', ...files })
  return tree
}

async function write(tree: string, files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(tree, file)), { recursive: true })
    await writeFile(join(tree, file), text)
  }
}

type Violation = { rule: { name: string }; from: string }

async function listViolations(tree: string): Promise<string[]> {
  const args = [
    cruiser,
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    'clients',
    'contract',
    'server',
    'web/src',
  ]
  const options = { cwd: tree, maxBuffer: 64 * 1024 * 1024 }
  // The exit status is the number of violations, which execFile treats as an error.
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    (error: { stdout: string }) => error,
  )
  const found: Violation[] = JSON.parse(stdout).summary.violations
  return found.map(({ rule, from }) => `${rule.name}: ${from}`).toSorted()
}

test('a tree that follows the rules has no violation', async () => {
  expect(await listViolations(await createTree())).toEqual([])
})

test('each planted violation is caught by its own rule', async () => {
  const breaking = Object.fromEntries(plantedViolations.map(([, file, imported]) => [file, `import '${imported}'\n`]))
  const expected = plantedViolations.map(([rule, file]) => `${rule}: ${file}`)
  const found = await listViolations(await createTree({ ...breaking, ...circle }))
  expect(found.filter((violation) => !violation.startsWith('no-circle'))).toEqual(expected.toSorted())
  expect(found.some((violation) => violation.startsWith('no-circle: server/modules/properties/'))).toBe(true)
})
