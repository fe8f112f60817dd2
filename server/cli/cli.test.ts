import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPool } from '../platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts'

let folder: string
let roll: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-cli-'))
  roll = join(folder, 'roll.csv')
  await writeFile(
    roll,
    'apn,address,owner_1,mystery\n1,12 EXAMPLE ORCHARD LN,TESTWELL AVERY,x\n2,14 EXAMPLE LN,LEE,y\n',
  )
})
afterAll(() => rm(folder, { recursive: true }))

type Outcome = { code: number; out: string; err: string }

/** Starts a command as `npm run` would, with a data folder of its own. */
function start(dataFolder: string, command: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataFolder }
  const file = join(import.meta.dirname, `${command}.ts`)
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome>()
  const child = execFile(process.execPath, [file, ...args], { env }, (_, out, err) =>
    resolve({ code: child.exitCode ?? 1, out, err }),
  )
  return { child, outcome }
}

const run = (command: string, ...args: string[]) => start(join(folder, 'data'), command, ...args).outcome

const ada = [
  '--email',
  'ada@example.com',
  '--first-name',
  'Ada',
  '--last-name',
  'Placeholder',
  '--phone',
  '615-555-0100',
]

function createAdmin(dataFolder: string, password: string) {
  const { child, outcome } = start(dataFolder, 'create-admin', ...ada)
  child.stdin?.end(`${password}\n`)
  return outcome
}

/** Does something to the embedded database that no command does. */
async function inDatabase(dataFolder: string, ...statements: string[]) {
  const postgres = await startEmbeddedPostgres({ folder: join(dataFolder, 'postgres') })
  const pool = openPool(postgres.connectionString)
  for (const statement of statements) await pool.query(statement)
  await pool.end()
  await postgres.stop()
}

const generic = (name: string) => ['--source', 'generic', '--name', name, '--county', '47037']

test('data:import lists every source and the generic one', async () => {
  const { code, out } = await run('import-roll', '--list')
  expect(code).toBe(0)
  expect(out).toMatch(/^philadelphia-pa +42101 +Philadelphia PA/m)
  expect(out).toMatch(/^broward-fl-sales +\* +Broward County FL/m)
  expect(out).toMatch(/^generic +\* +Any county/m)
})

test('data:import refuses a generic roll without a name before it opens anything', async () => {
  const { code, err } = await run('import-roll', '--source', 'generic', '--file', roll)
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^A generic roll needs a name/) })
})

test('data:import reads a generic roll and tells of the whole file last', async () => {
  const { code, out, err } = await run('import-roll', ...generic('Example County'), '--file', roll, '--dry-run')
  expect(code).toBe(0)
  expect(err.trim().split('\n').at(-1)).toBe('100%  2 rows')
  expect(out).toMatch(/^Example County was read as a trial: nothing changed\./)
  expect(out).toMatch(/situsAddress +2 +0 +0\n/)
}, 120_000)

test('data:import prints no more than the whole of a file that is quickly read', async () => {
  const sales = join(folder, 'sales.csv')
  const lines = Array.from({ length: 8_000 }, (_, at) => `P${at},2026-02-01,${100_000 + at}`)
  await writeFile(sales, ['apn,sale_date,sale_price', ...lines].join('\n'))
  const { code, out, err } = await run('import-roll', ...generic('Example Sales'), '--file', sales)
  expect(code).toBe(0)
  expect(err.trim()).toBe('100%  8,000 rows')
  expect(out).toMatch(/NONE of the transfers is of a loaded parcel/)
}, 120_000)

test('data:import says on Ctrl-C that nothing was changed, and nothing was', async () => {
  const dataFolder = join(folder, 'stopped')
  const args = [...generic('Example County'), '--file', roll]
  const stopping = start(dataFolder, 'import-roll', ...args)
  await vi.waitUntil(() => existsSync(join(dataFolder, 'process.pid')), { timeout: 60_000 })
  stopping.child.kill('SIGINT')
  const { code, out, err } = await stopping.outcome
  expect({ code, out, err: err.trim().split('\n').at(-1) }).toEqual({
    code: 130,
    out: '',
    err: 'Stopped: nothing was changed.',
  })
  const again = await start(dataFolder, 'import-roll', ...args).outcome
  expect(again.out).toMatch(/^Example County is loaded\./)
}, 180_000)

test('data:new-source prints a source, and beside it what it could not place', async () => {
  const { code, out, err } = await run('new-source', '--file', roll, '--county', '47037', '--name', 'Example County')
  expect(code).toBe(0)
  expect(out).toMatch(/export const exampleCountyTn = roll\(\{/)
  expect(err).toMatch(/^3 columns of ours are placed, by what 2 rows say\./)
  expect(err).toMatch(/Columns of the file that are not placed \(1\):\n {2}mystery: one of 2 words\n/)
})

test('data:new-source says what is missing, and that there is no such county', async () => {
  expect(await run('new-source', '--file', roll)).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) })
  const { code, err } = await run('new-source', '--file', roll, '--county', '47038', '--name', 'Example')
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^"47038" is no county/) })
})

test('audit:verify says that the log is intact, and finds a cut-off end by a hash that was noted', async () => {
  const dataFolder = join(folder, 'audited')
  const verify = (...args: string[]) => start(dataFolder, 'verify-audit-log', ...args).outcome
  expect(await verify()).toMatchObject({ code: 0, out: expect.stringMatching(/^The audit log is intact: 0 entries/) })

  expect(await createAdmin(dataFolder, 'correct-horse-battery')).toMatchObject({ code: 0 })

  const { code, out } = await verify()
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^The audit log is intact: 1 entry, /) })
  const noted = /^Newest hash.*: ([0-9a-f]{64})$/m.exec(out)?.[1] ?? ''
  expect(await verify('--expect', noted)).toMatchObject({ code: 0 })
  expect(await verify('--expect', 'f'.repeat(64))).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The audit log of 1 entry is BROKEN: it has no entry with the hash that was noted/),
  })
  expect(await verify('--expect', 'no hash')).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) })

  await inDatabase(dataFolder, 'alter table audit_log disable trigger user', `update audit_log set reason = 'Another'`)
  expect(await verify()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The audit log of 1 entry is BROKEN: entry 1 does not follow from the one before/),
  })
}, 180_000)

test('ledger:verify says that the ledger adds up, and names the first entry where it does not', async () => {
  const dataFolder = join(folder, 'ledger')
  const verify = (...args: string[]) => start(dataFolder, 'verify-ledger', ...args).outcome
  expect(await createAdmin(dataFolder, 'correct-horse-battery')).toMatchObject({ code: 0 })
  const grant = (amount: number, after: number) => [
    `update credit_accounts set on_demand_available = ${after}`,
    `insert into credit_entries (user_id, type, bucket, amount, held, balance_after, held_after, reason, actor,
       seq, previous_hash, hash)
     select user_id, 'GRANT', 'ON_DEMAND', ${amount}, 0, ${after}, 0, 'To begin with', 'test', 0, '', ''
     from credit_accounts`,
  ]
  expect(await verify()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The ledger is intact: 0 entries of 1 acc/),
  })

  await inDatabase(dataFolder, ...grant(5, 5), ...grant(2, 7))
  const { code, out } = await verify()
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^The ledger is intact: 2 entries of 1 account, /),
  })
  const noted = join(folder, 'noted')
  expect(out).toMatch(/^SHA-256 of what --save would write: [0-9a-f]{64}$/m)
  const saved = await verify('--save', noted)
  const digest = createHash('sha256')
    .update(await readFile(noted))
    .digest('hex')
  expect(saved).toMatchObject({ code: 0, out: expect.stringMatching(`SHA-256 of what --save wrote: ${digest}\n`) })
  expect(await verify('--save', noted)).toMatchObject({ code: 1, err: expect.stringMatching(/EEXIST/) })
  await inDatabase(dataFolder, ...grant(1, 8))
  const goesOn = expect.stringMatching(/^It goes on from what was noted: 1 account\.$/m)
  expect(await verify('--expect', noted)).toMatchObject({ code: 0, out: goesOn })
  await writeFile(noted, (await readFile(noted, 'utf8')).replace(/[0-9a-f]{4}\n$/, 'beef\n'))
  const isAnother = expect.stringMatching(/BROKEN\.\nFirst: .*: its entry number 2 is not the one that was noted\.\n$/)
  expect(await verify('--expect', noted)).toMatchObject({ code: 1, err: isAnother })
  expect(await verify('--expects', noted)).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) })

  await inDatabase(
    dataFolder,
    'alter table credit_entries disable trigger user',
    `update credit_entries set reason = 'Another' where seq = 2`,
  )
  expect(await verify()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^The ledger of 3 entries of 1 account is BROKEN\.\nFirst: Account of user [0-9a-f-]{36}, entry 2: it does not say what it/,
    ),
  })
}, 180_000)

test('admin:create refuses a password that everybody tries first', async () => {
  expect(await createAdmin(join(folder, 'data'), 'password1')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/most common passwords/),
  })
}, 60_000)

test('contacts:import says what it wants, and what it took', async () => {
  const asked = await run('import-contacts', roll, '--name', 'Owners')
  expect(asked).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: npm run contacts:import/) })
  const contacts = join(folder, 'contacts.csv')
  await writeFile(contacts, 'owner_key,phone1,phone 1 type\n7,615-555-0142,Cell\n8,555,\n')
  const { code, out } = await run('import-contacts', contacts, '--name', 'Owners', '--as-of', '2026-10-28')
  expect(code).toBe(0)
  expect(out).toMatch(/^Owners is loaded, as of 2026-10-28\.\n {2}read {6}2 rows\n {2}taken {5}1\n {2}rejected {2}1\n/)
  expect(out).toMatch(
    /line 3: None of its phones and emails can be one\.\n {2}made {6}1 phones and 0 emails of 1 owners/,
  )
}, 120_000)
