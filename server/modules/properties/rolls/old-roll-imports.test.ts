import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getScopedImport, listScopedImports, recoverFileImports } from '../../../platform/files/imports/file-imports.ts'
import { migrate } from '../../../platform/postgres/migrate.ts'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { rollImports, runImportRoll } from './roll-imports.ts'
import { makeRollFile } from './uploads.fixture.ts'

const migrations = join(import.meta.dirname, '../../../platform/postgres/migrations')
const [{ db, pool, close }, property] = [await testDatabase(), await createPropertyServices()]
const services = { ...property.services, db }
const [admin, loaded, unchanged, failed, waiting, lost] = Array.from({ length: 6 }, newId)
const atMinute = (minute: number) => new Date(Date.UTC(2026, 10, 2, 9, minute))

let folder: string
/** A database from before the single queue: finished imports of every status, one with its job, and one without. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-migrations-'))
  for (const file of await readdir(migrations))
    if (file < '0029') await copyFile(join(migrations, file), join(folder, file))
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  await migrate(pool, { folder })
  await pool.query(
    `insert into users (id, email, first_name, last_name, phone, role, password_hash)
     values ($1, 'tess@example.com', 'Tess', 'Sampleton', '615-555-0101', 'SUPER_ADMIN', '')`,
    [admin],
  )
  const insert = (id: string | undefined, minute: number, columns: string, ...values: unknown[]) =>
    pool.query(
      `insert into roll_imports (id, user_id, source, name, county_fips, file_name, file_bytes, created_at, ${columns})
       values ($1, $2, 'generic', 'Anytown', '47037', 'anytown.csv', 5000000000, $3,
         ${values.map((_, place) => `$${place + 4}`).join(', ')})`,
      [id, admin, atMinute(minute), ...values],
    )
  const over = 'status, rows_read, rows_mapped, rows_rejected, share, started_at, finished_at'
  await insert(loaded, 1, `${over}, message`, 'LOADED', 21, 20, 1, 1, atMinute(2), atMinute(3), '2 sales are kept.')
  await insert(unchanged, 4, over, 'UNCHANGED', 21, 20, 1, 1, atMinute(5), atMinute(6))
  await insert(
    failed,
    7,
    `${over}, file_key`,
    'FAILED',
    11,
    null,
    null,
    0.41,
    atMinute(8),
    atMinute(9),
    `rolls/uploads/${failed}`,
  )
  await insert(waiting, 10, 'status, file_key', 'QUEUED', `rolls/uploads/${waiting}`)
  await insert(lost, 11, 'status, file_key', 'RUNNING', `rolls/uploads/${lost}`)
  await pool.query(
    `select graphile_worker.add_job('import-roll', payload => $1::json, queue_name => 'roll-imports', job_key => $2)`,
    [JSON.stringify({ importId: waiting }), `roll-import:${waiting}`],
  )
  await services.files.write(`rolls/uploads/${waiting}`, [Buffer.from(makeRollFile(30))])
  await migrate(pool)
})
afterAll(async () => {
  await Promise.all([close(), property.close()])
  await rm(folder, { recursive: true })
})

const listJobs = async () => {
  const { rows } = await pool.query(
    `select task_identifier as job, key, payload from graphile_worker.jobs
     join graphile_worker._private_jobs using (id, key) order by key`,
  )
  return rows
}

test('rolls uploaded before the single queue are listed unchanged and imported by their pending jobs', async () => {
  const { items, totalCount } = await listScopedImports(services, rollImports, { page: 1, limit: 10 })
  expect(totalCount).toBe(5)
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [lost, 'RUNNING'],
    [waiting, 'QUEUED'],
    [failed, 'FAILED'],
    [unchanged, 'UNCHANGED'],
    [loaded, 'LOADED'],
  ])
  const shared = { source: 'generic', name: 'Anytown', fileName: 'anytown.csv', fileBytes: 5_000_000_000 }
  expect(items.at(-1)).toEqual({
    ...{ id: loaded, ...shared, status: 'LOADED', share: 1, rowsRead: 21, rowsMapped: 20, rowsRejected: 1 },
    ...{ message: '2 sales are kept.', canRetry: false, uploadedBy: 'tess@example.com' },
    ...{
      createdAt: atMinute(1).toISOString(),
      startedAt: atMinute(2).toISOString(),
      finishedAt: atMinute(3).toISOString(),
    },
  })
  expect(items.at(2)).toEqual({
    ...{ id: failed, ...shared, status: 'FAILED', share: 0.41, rowsRead: 11, canRetry: true },
    uploadedBy: 'tess@example.com',
    ...{
      createdAt: atMinute(7).toISOString(),
      startedAt: atMinute(8).toISOString(),
      finishedAt: atMinute(9).toISOString(),
    },
  })

  // The import without a job gets one of the same name.
  await recoverFileImports({ ...services, clock: { now: () => atMinute(12) } })
  const both = await listJobs()
  expect(both).toHaveLength(2)
  for (const id of [waiting, lost])
    expect(both).toContainEqual({ job: 'import-roll', key: `roll-import:${id}`, payload: { importId: id } })
  const run = { attempt: 1, maxAttempts: 12, signal: new AbortController().signal }
  await runImportRoll(services)(both.find(({ key }) => key.endsWith(waiting)).payload, run)
  expect(await getScopedImport(services, rollImports, waiting ?? '')).toMatchObject({
    status: 'LOADED',
    rowsMapped: 30,
  })
  expect(await services.files.exists(`rolls/uploads/${waiting}`)).toBe(false)
})
