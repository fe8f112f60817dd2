import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { main as createAdmin } from './create-admin.ts'
import { main as importContacts } from './import-contacts.ts'
import { main as importRoll } from './import-roll.ts'
import { outcomeOf } from './lib/outcome.fixture.ts'
import { main as newSource } from './new-source.ts'
import { main as verifyAuditLog } from './verify-audit-log.ts'
import { main as verifyLedger } from './verify-ledger.ts'

type Database = Awaited<ReturnType<typeof testDatabase>>

let folder: string
let roll: string
const databases: Database[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-cli-'))
  roll = join(folder, 'roll.csv')
  await writeFile(
    roll,
    'apn,address,owner_1,mystery\n1,12 EXAMPLE ORCHARD LN,TESTWELL AVERY,x\n2,14 EXAMPLE LN,LEE,y\n',
  )
})
afterAll(async () => {
  await Promise.all(databases.map(({ close }) => close()))
  await rm(folder, { recursive: true })
})

/** An installation of one's own: a database, beside the one property store of this file. */
async function installation() {
  const database = await testDatabase()
  databases.push(database)
  // A setting must name a host; the socket of the test's server, which the URL names too, goes before it.
  const url = database.connectionString.replace('@/', '@localhost/')
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: url }
  const statements = async (...sql: string[]) => {
    for (const one of sql) await database.pool.query(one)
  }
  return { env, statements, createAdmin: (password: string) => outcomeOf(createAdmin, ada, env, `${password}\n`) }
}

const ada = [
  ...['--email', 'ada@example.com', '--first-name', 'Ada'],
  ...['--last-name', 'Placeholder', '--phone', '615-555-0100'],
]

const generic = (name: string) => ['--source', 'generic', '--name', name, '--county', '47037']

test('data:import lists every source and the generic one', async () => {
  const { code, out } = await outcomeOf(importRoll, ['--list'])
  expect(code).toBe(0)
  expect(out).toMatch(/^philadelphia-pa +42101 +Philadelphia PA/m)
  expect(out).toMatch(/^broward-fl-sales +\* +Broward County FL/m)
  expect(out).toMatch(/^generic +\* +Any county/m)
})

test('data:import refuses a generic roll without a name before it opens anything', async () => {
  const { code, err } = await outcomeOf(importRoll, ['--source', 'generic', '--file', roll])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^A generic roll needs a name/) })
})

test('data:import reads a generic roll and tells of the whole file last', async () => {
  const { env } = await installation()
  const args = [...generic('Example County'), '--file', roll, '--dry-run']
  const { code, out, err } = await outcomeOf(importRoll, args, env)
  expect(code).toBe(0)
  expect(err.trim().split('\n').at(-1)).toBe('100%  2 rows')
  expect(out).toMatch(/^Example County was read as a trial: nothing changed\./)
  expect(out).toMatch(/situsAddress +2 +0 +0\n/)
})

test('data:import prints no more than the whole of a file that is quickly read', async () => {
  const sales = join(folder, 'sales.csv')
  const lines = Array.from({ length: 8_000 }, (_, at) => `P${at},2026-02-01,${100_000 + at}`)
  await writeFile(sales, ['apn,sale_date,sale_price', ...lines].join('\n'))
  const { env } = await installation()
  // However long it takes, no two seconds pass.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const { code, out, err } = await outcomeOf(importRoll, [...generic('Example Sales'), '--file', sales], env)
  expect(code).toBe(0)
  expect(err.trim()).toBe('100%  8,000 rows')
  expect(out).toMatch(/NONE of the transfers is of a loaded parcel/)
})

test('data:import says on Ctrl-C that nothing was changed, and nothing was', async () => {
  const env = { ...(await installation()).env, DATA_DIR: join(folder, 'stopped') }
  // Long enough to be read still when Ctrl-C comes, however late that is.
  const long = join(folder, 'long.csv')
  await writeFile(long, `apn,address\n${Array.from({ length: 300_000 }, (_, n) => `${n},${n} EXAMPLE LN\n`).join('')}`)
  const argsOf = (file: string) => [...generic('Example County'), '--file', file]
  const program = [join(import.meta.dirname, 'import-roll.ts'), ...argsOf(long)]
  const stopped = Promise.withResolvers<{ code: number | null; out: string; err: string | undefined }>()
  const child = execFile(process.execPath, program, { env: { ...process.env, ...env } }, (_, out, err) =>
    stopped.resolve({ code: child.exitCode, out, err: err.trim().split('\n').at(-1) }),
  )
  // Written after the command listens for Ctrl-C, and before it reads.
  await vi.waitUntil(() => existsSync(join(env.DATA_DIR, 'process.pid')), { timeout: 60_000 })
  child.kill('SIGINT')
  expect(await stopped.promise).toEqual({ code: 130, out: '', err: 'Stopped: nothing was changed.' })
  const listeners = process.listenerCount('SIGINT')
  const again = await outcomeOf(importRoll, argsOf(roll), env)
  expect(again.out).toMatch(/^Example County is loaded\./)
  expect(process.listenerCount('SIGINT')).toBe(listeners)
})

const propose = (county: string, name: string) => ['--file', roll, '--county', county, '--name', name]

test('data:new-source prints a source, and beside it what it could not place', async () => {
  const { code, out, err } = await outcomeOf(newSource, propose('47037', 'Example County'))
  expect(code).toBe(0)
  expect(out).toMatch(/export const exampleCountyTn = roll\(\{/)
  expect(err).toMatch(/^3 columns of ours are placed, by what 2 rows say\./)
  expect(err).toMatch(/Columns of the file that are not placed \(1\):\n {2}mystery: one of 2 words\n/)
})

test('data:new-source says what is missing, and that there is no such county', async () => {
  expect(await outcomeOf(newSource, ['--file', roll])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Usage: /),
  })
  const { code, err } = await outcomeOf(newSource, propose('47038', 'Example'))
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^"47038" is no county/) })
})

test('audit:verify says that the log is intact, and finds a cut-off end by a hash that was noted', async () => {
  const { env, statements, createAdmin } = await installation()
  const verify = (...args: string[]) => outcomeOf(verifyAuditLog, args, env)
  expect(await verify()).toMatchObject({ code: 0, out: expect.stringMatching(/^The audit log is intact: 0 entries/) })

  expect(await createAdmin('correct-horse-battery')).toMatchObject({ code: 0 })

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

  await statements('alter table audit_log disable trigger user', `update audit_log set reason = 'Another'`)
  expect(await verify()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The audit log of 1 entry is BROKEN: entry 1 does not follow from the one before/),
  })
})

test('ledger:verify says that the ledger adds up, and names the first entry where it does not', async () => {
  const { env, statements, createAdmin } = await installation()
  const verify = (...args: string[]) => outcomeOf(verifyLedger, args, env)
  expect(await createAdmin('correct-horse-battery')).toMatchObject({ code: 0 })
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

  await statements(...grant(5, 5), ...grant(2, 7))
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
  await statements(...grant(1, 8))
  const goesOn = expect.stringMatching(/^It goes on from what was noted: 1 account\.$/m)
  expect(await verify('--expect', noted)).toMatchObject({ code: 0, out: goesOn })
  await writeFile(noted, (await readFile(noted, 'utf8')).replace(/[0-9a-f]{4}\n$/, 'beef\n'))
  const isAnother = expect.stringMatching(/BROKEN\.\nFirst: .*: its entry number 2 is not the one that was noted\.\n$/)
  expect(await verify('--expect', noted)).toMatchObject({ code: 1, err: isAnother })
  expect(await verify('--expects', noted)).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: /) })

  await statements(
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
})

test('admin:create refuses a password that everybody tries first', async () => {
  const { createAdmin } = await installation()
  expect(await createAdmin('password1')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/most common passwords/),
  })
  expect(await createAdmin('Dooryard-Admin1')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^This password is mostly your name, email, phone or company, the name of this portal/),
  })
})

test('contacts:import says what it wants, and what it took', async () => {
  const { env } = await installation()
  const asked = await outcomeOf(importContacts, [roll, '--name', 'Owners'])
  expect(asked).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: npm run contacts:import/) })
  const contacts = join(folder, 'contacts.csv')
  await writeFile(contacts, 'owner_key,phone1,phone 1 type\n7,615-555-0142,Cell\n8,555,\n')
  const { code, out } = await outcomeOf(importContacts, [contacts, '--name', 'Owners', '--as-of', '2026-10-28'], env)
  expect(code).toBe(0)
  expect(out).toMatch(/^Owners is loaded, as of 2026-10-28\.\n {2}read {6}2 rows\n {2}taken {5}1\n {2}rejected {2}1\n/)
  expect(out).toMatch(
    /line 3: None of its phones and emails can be one\.\n {2}made {6}1 phones and 0 emails of 1 owners/,
  )
})
