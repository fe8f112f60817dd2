import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { main as checkRoll } from './check-roll.ts'
import { main as importContacts } from './import-contacts.ts'
import { main as importRoll } from './import-roll.ts'
import { getCommandResult } from './lib/command-result.fixture.ts'
import { prepareInstallations } from './lib/installation.fixture.ts'
import { main as proposeSource } from './propose-source.ts'
import { main as refreshDataset } from './refresh-dataset.ts'

const { folder, roll, createInstallation, close } = await prepareInstallations()
afterAll(close)

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
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^A county dataset needs a name/) })
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

test('data:import saves no source whose file it cannot load', async () => {
  const { env } = await createInstallation()
  const path = join(folder, 'unsaved.json')
  await writeFile(path, JSON.stringify({ ...exampleSource, source: 'example-unsaved', key: { columns: ['parcel'] } }))
  const load = (...args: string[]) => getCommandResult(importRoll, ['--source-file', path, ...args], env)
  expect(await load('--file', join(folder, 'nowhere.csv'))).toMatchObject({ code: 1 })
  expect(await load('--file', roll)).toMatchObject({ code: 1, err: expect.stringMatching(/its header lacks parcel/) })
  expect(await load('--file', roll, '--name', 'Mine')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Example County, shell has its own name and county/),
  })
  expect((await getCommandResult(importRoll, ['--list'], env)).out).not.toMatch(/example-unsaved/)
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
  expect(await check({ county: { fips: '47038' } }, roll)).toMatch(/^county: "47038" is not a county/)
  expect(await check({ property: { situsAddress: {} } }, roll)).toMatch(
    /^This file is not a source. property.situsAddress/,
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
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^"47038" is not a county/) })
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
