import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

const temp = await mkdtemp(join(tmpdir(), 'dooryard-pg-'))
const folder = join(temp, 'postgres')
afterAll(() => rm(temp, { recursive: true, force: true }))

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const readPostmasterPid = async () =>
  Number((await readFile(join(folder, '18/postmaster.pid'), 'utf8')).split('\n', 1)[0])

/** A zombie that init has not reaped yet does not run: it has no command line any more. */
async function isProcessRunning(pid: number) {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout !== '' && !stdout.startsWith('Z')
}

async function withPostgres<T>(work: (postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ folder })
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

test('data survives a stop, a stop leaves no process, and the second start creates no new files', async () => {
  const pid = await withPostgres(async ({ connectionString }) => {
    await query(connectionString, 'create table kept as select 1 as id')
    expect(await query(connectionString, `select lower('ÉCOLE') as lower, 'é' collate "C" > 'z' as later`)).toEqual([
      { lower: 'école', later: true },
    ])
    return readPostmasterPid()
  })
  expect(await isProcessRunning(pid)).toBe(false)
  const made = await stat(join(folder, '18/PG_VERSION'))
  await withPostgres(async ({ connectionString }) => {
    expect(await stat(join(folder, '18/PG_VERSION'))).toMatchObject({ ino: made.ino, mtimeMs: made.mtimeMs })
    expect(await query(connectionString, 'select * from kept')).toEqual([{ id: 1 }])
  })
})

test('nothing listens on the network', () =>
  withPostgres(async ({ connectionString }) => {
    expect(await query(connectionString, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  }))

test('after its process is killed, the next start has all data and leaves no orphan', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'embedded.fixture.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  await query(String(line).trim(), 'create table before_the_kill as select 1 as id')
  const orphan = await readPostmasterPid()
  child.kill('SIGKILL')
  await withPostgres(async ({ connectionString }) => {
    expect(await query(connectionString, 'select * from before_the_kill')).toEqual([{ id: 1 }])
    expect(await readPostmasterPid()).not.toBe(orphan)
    expect(await isProcessRunning(orphan)).toBe(false)
  })
})

test('a server that dies is restarted on the same socket', () =>
  withPostgres(async ({ connectionString }) => {
    const dead = await readPostmasterPid()
    process.kill(dead, 'SIGKILL')
    await expect.poll(() => query(connectionString, 'select 1 as alive').catch(() => null)).toEqual([{ alive: 1 }])
    expect(await readPostmasterPid()).not.toBe(dead)
  }))

test('a folder whose path is too long for a socket works too', async () => {
  const deep = await startEmbeddedPostgres({ folder: join(temp, 'a-rather-long-folder-name-'.repeat(5)), unsafe: true })
  expect(await query(deep.connectionString, 'select 1 as x')).toEqual([{ x: 1 }])
  await deep.stop()
})
