import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../test/stores/database.ts'
import { main as checkRoll } from './check-roll.ts'
import { main as createAdmin } from './create-admin.ts'
import { main as importContacts } from './import-contacts.ts'
import { main as importRoll } from './import-roll.ts'
import { getCommandResult } from './lib/command-result.fixture.ts'
import { main as proposeSource } from './propose-source.ts'
import { main as refreshDataset } from './refresh-dataset.ts'
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

/** A separate installation: its own database, and the property store that this file shares. */
async function createInstallation() {
  const database = await testDatabase()
  databases.push(database)
  // A setting must name a host; the test server's socket, which the URL also names, takes precedence.
  const url = database.connectionString.replace('@/', '@localhost/')
  const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: url }
  const statements = async (...sql: string[]) => {
    for (const one of sql) await database.pool.query(one)
  }
  return {
    env,
    statements,
    createAdmin: (password: string) => getCommandResult(createAdmin, ada, env, `${password}\n`),
  }
}

const ada = [
  ...['--email', 'ada@example.com', '--first-name', 'Ada'],
  ...['--last-name', 'Placeholder', '--phone', '615-555-0100'],
]

const buildGenericArgs = (name: string) => ['--source', 'generic', '--name', name, '--county', '47037']

test('data:import lists every source and the generic one', async () => {
  const { code, out } = await getCommandResult(importRoll, ['--list'], (await createInstallation()).env)
  expect(code).toBe(0)
  expect(out).toMatch(/^philadelphia-pa +42101 +Philadelphia PA/m)
  expect(out).toMatch(/^broward-fl-sales +\* +Broward County FL/m)
  expect(out).toMatch(/^generic +\* +Any county/m)
})

test('data:import refuses a generic dataset without a name before it opens anything', async () => {
  const { code, err } = await getCommandResult(importRoll, ['--source', 'generic', '--file', roll])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^A generic roll needs a name/) })
})

test('data:import reads a generic dataset and reports on the whole file last', async () => {
  const { env } = await createInstallation()
  const args = [...buildGenericArgs('Example County'), '--file', roll, '--dry-run']
  const { code, out, err } = await getCommandResult(importRoll, args, env)
  expect({ code, err: err.trim().split('\n').at(-1) }).toEqual({ code: 0, err: '100%  2 rows' })
  expect(out).toMatch(/^Example County was read as a trial: nothing changed\./)
  expect(out).toMatch(/situsAddress +2 +0 +0\n/)
})

test('data:import prints only the final report of a file that is read quickly', async () => {
  const sales = join(folder, 'sales.csv')
  const lines = Array.from({ length: 8_000 }, (_, at) => `P${at},2026-02-01,${100_000 + at}`)
  await writeFile(sales, ['apn,sale_date,sale_price', ...lines].join('\n'))
  const { env } = await createInstallation()
  // The clock stands still, so that two seconds never pass however long the command takes.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const { code, out, err } = await getCommandResult(
    importRoll,
    [...buildGenericArgs('Example Sales'), '--file', sales],
    env,
  )
  expect(code).toBe(0)
  expect(err.trim()).toBe('100%  8,000 rows')
  expect(out).toMatch(/NONE of the transfers is of a loaded parcel/)
})

test('data:refresh loads what is published now, and a file that looks worse once it is accepted', async () => {
  const { env, statements } = await createInstallation()
  const source = ['--source', 'generic-kept-county']
  const refresh = (...args: string[]) => getCommandResult(refreshDataset, [...source, ...args], env)
  await getCommandResult(importRoll, [...buildGenericArgs('Kept County'), '--file', roll], env)
  expect(await refresh()).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no refresh of this dataset/) })
  await statements(`insert into dataset_refreshes (source, locations, created_at, updated_at)
    values ('generic-kept-county', '[{"file": "file", "location": "kept-*.csv"}]', now(), now())`)
  const publish = async (name: string, parcels: number) => {
    const lines = Array.from({ length: parcels }, (_, at) => `${at + 1},${at + 12} EXAMPLE LN,LEE,x\n`)
    await mkdir(join(env.DATA_DIR, 'import'), { recursive: true })
    await writeFile(join(env.DATA_DIR, 'import', name), `apn,address,owner_1,mystery\n${lines.join('')}`)
  }
  await publish('kept-1.csv', 20)
  expect((await refresh()).out).toMatch(/is refreshed: 20 properties\.\n {2}18 added, 0 removed, 0 sold\n/)
  expect((await refresh()).out).toMatch(/is unchanged/)
  await publish('kept-2.csv', 10)
  expect((await refresh()).out).toMatch(/was not changed: .*\n {2}The file has 50% fewer rows/)
  expect((await refresh('--accept')).out).toMatch(/is refreshed: 10 properties/)
  expect(await refresh('--accept')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^No version of this dataset/),
  })
})

test('data:import says on Ctrl-C that nothing has changed, and nothing has', async () => {
  const env = { ...(await createInstallation()).env, DATA_DIR: join(folder, 'stopped') }
  // Long enough that the file is still being read when Ctrl-C arrives, however late that is.
  const long = join(folder, 'long.csv')
  await writeFile(long, `apn,address\n${Array.from({ length: 300_000 }, (_, n) => `${n},${n} EXAMPLE LN\n`).join('')}`)
  const buildImportArgs = (file: string) => [...buildGenericArgs('Example County'), '--file', file]
  const program = [join(import.meta.dirname, 'import-roll.ts'), ...buildImportArgs(long)]
  const stopped = Promise.withResolvers<{ code: number | null; out: string; err: string | undefined }>()
  const child = execFile(process.execPath, program, { env: { ...process.env, ...env } }, (_, out, err) =>
    stopped.resolve({ code: child.exitCode, out, err: err.trim().split('\n').at(-1) }),
  )
  // The pid file is written after the command starts listening for Ctrl-C and before it reads.
  await vi.waitUntil(() => existsSync(join(env.DATA_DIR, 'process.pid')), { timeout: 60_000 })
  child.kill('SIGINT')
  expect(await stopped.promise).toEqual({ code: 130, out: '', err: 'Stopped: nothing was changed.' })
  const listeners = process.listenerCount('SIGINT')
  const again = await getCommandResult(importRoll, buildImportArgs(roll), env)
  expect(again.out).toMatch(/^Example County is loaded\./)
  expect(process.listenerCount('SIGINT')).toBe(listeners)
})

const exampleSource = {
  version: 1,
  source: 'example-shell',
  name: 'Example County, shell',
  county: { fips: '47187' },
  files: [{ id: 'roll' }],
  key: { columns: ['apn'] },
  property: { situsAddress: { columns: ['address'] }, ownerNames: { columns: ['owner_1'] } },
}

test('data:check reports on a file with a source that is not saved, and data:import saves it once', async () => {
  const { env } = await createInstallation()
  const path = join(folder, 'source.json')
  await writeFile(path, JSON.stringify(exampleSource))
  const args = ['--source-file', path, '--file', `roll=${roll}`]
  const checked = await getCommandResult(checkRoll, args, env)
  expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/^Example County, shell was read as a trial/) })
  expect((await getCommandResult(importRoll, ['--list'], env)).out).not.toMatch(/example-shell/)
  expect((await getCommandResult(importRoll, args, env)).out).toMatch(/^Example County, shell is loaded/)
  expect((await getCommandResult(importRoll, args, env)).out).toMatch(/from this very file before: nothing changed/)
  expect((await getCommandResult(importRoll, ['--list'], env)).out).toMatch(/^example-shell +47187 +Example County/m)
})

test('data:check exits with 1 and says what to do when a file or a source would be refused', async () => {
  const { env } = await createInstallation()
  const check = async (changes: object, ...files: string[]) => {
    const path = join(folder, 'refused.json')
    await writeFile(path, JSON.stringify({ ...exampleSource, ...changes }))
    const args = ['--source-file', path, ...files.flatMap((file) => ['--file', file])]
    const { code, err } = await getCommandResult(checkRoll, args, env)
    expect(code).toBe(1)
    return err
  }
  expect(await check({ key: { columns: ['parcel'] } }, roll)).toMatch(/its header lacks parcel/)
  expect(await check({ county: { fips: '47038' } }, roll)).toMatch(/^county: "47038" is no county/)
  expect(await check({ property: { situsAddress: {} } }, roll)).toMatch(
    /^This file is no source. property.situsAddress/,
  )
  expect(await check({}, `sales=${roll}`)).toMatch(/has no file sales: its files are roll\./)
  expect(await check({}, roll, `roll=${roll}`)).toMatch(/^The file roll is given twice/)
})

const buildProposeArgs = (county: string, name: string) => ['--file', roll, '--county', county, '--name', name]

test('data:propose prints a source document, and separately the columns it could not place', async () => {
  const { code, out, err } = await getCommandResult(proposeSource, buildProposeArgs('47037', 'Example County'))
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ version: 1, source: 'example-county', county: { fips: '47037' } })
  expect(err).toMatch(/^3 fields are placed\./)
  expect(err).toMatch(/Columns that are not placed \(1\):\n {2}\w+: mystery/)
})

test('data:propose reports what is missing, and an unknown county', async () => {
  expect(await getCommandResult(proposeSource, ['--file', roll])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Usage: /),
  })
  const { code, err } = await getCommandResult(proposeSource, buildProposeArgs('47038', 'Example'))
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^"47038" is no county/) })
})

test('audit:verify reports an intact log, and detects a cut-off end by a hash noted earlier', async () => {
  const { env, statements, createAdmin } = await createInstallation()
  const verify = (...args: string[]) => getCommandResult(verifyAuditLog, args, env)
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

test('ledger:verify reports a consistent ledger, and names the first wrong entry of an altered one', async () => {
  const { env, statements, createAdmin } = await createInstallation()
  const verify = (...args: string[]) => getCommandResult(verifyLedger, args, env)
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
  const goesOn = expect.stringMatching(/^It continues from what was noted: 1 account\.$/m)
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

test('admin:create refuses a common password', async () => {
  const { createAdmin } = await createInstallation()
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

test('contacts:import prints its usage, and what it imported', async () => {
  const { env } = await createInstallation()
  const ctrlCSent = await getCommandResult(importContacts, [roll, '--name', 'Owners'])
  expect(ctrlCSent).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: npm run contacts:import/) })
  const contacts = join(folder, 'contacts.csv')
  await writeFile(contacts, 'owner_key,phone1,phone 1 type\n7,615-555-0142,Cell\n8,555,\n')
  const { code, out } = await getCommandResult(
    importContacts,
    [contacts, '--name', 'Owners', '--as-of', '2026-10-28'],
    env,
  )
  expect(code).toBe(0)
  expect(out).toMatch(/^Owners is loaded, as of 2026-10-28\.\n {2}read {6}2 rows\n {2}taken {5}1\n {2}rejected {2}1\n/)
  expect(out).toMatch(/line 3: None of its phones and emails is valid\.\n {2}made {6}1 phones and 0 emails of 1 owners/)
})
