import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../platform/postgres/migrate.ts'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'

const migrationsFolder = join(import.meta.dirname, '../../../platform/postgres/migrations')
const { pool, close } = await testDatabase()
const [tess, admin] = [newId(), newId()]
const day = 86_400_000
const startedAt = Date.now()
const addDays = (toDays: number) => new Date(startedAt + toDays * day)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-migrations-'))
  for (const file of await readdir(migrationsFolder))
    if (file < '0025') await copyFile(join(migrationsFolder, file), join(folder, file))
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  await migrate(pool, { folder })
  for (const [id, role] of [
    [tess, 'CONSUMER_USER'],
    [admin, 'SUPER_ADMIN'],
  ])
    await pool.query(
      `insert into users (id, email, first_name, last_name, phone, role, password_hash)
       values ($1, $2, 'Tess', 'Sampleton', '615-555-0110', $3, '')`,
      [id, `${id}@example.com`, role],
    )
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

type OldSession = { userId: string; began: number; expires: number; impersonatorSession?: string }

/** A session as stored before sessions had a maximum end; times in days from now. */
async function insertOldSession({ userId, began, expires, impersonatorSession }: OldSession) {
  const id = newId()
  await pool.query(
    `insert into sessions (id, user_id, rotated_at, user_agent, ip_address, created_at, last_seen_at, expires_at,
       impersonator_id, impersonator_session_id, impersonation_reason)
     values ($1, $2, $3, '', '', $3, $3, $4, $5, $6, $7)`,
    [
      id,
      userId,
      addDays(began),
      addDays(expires),
      impersonatorSession ? admin : null,
      impersonatorSession,
      impersonatorSession ? 'Asked to look' : null,
    ],
  )
  return id
}

test('existing sessions get an end some time after their start, and those past it end at once', async () => {
  const young = await insertOldSession({ userId: tess, began: -70, expires: 29 })
  const unused = await insertOldSession({ userId: tess, began: -70, expires: 1 })
  const tooOld = await insertOldSession({ userId: tess, began: -200, expires: 29 })
  const expired = await insertOldSession({ userId: tess, began: -200, expires: -20 })
  const ofAdmin = await insertOldSession({ userId: admin, began: -10, expires: 25 })
  const acting = await insertOldSession({ userId: tess, began: 0, expires: 1 / 24, impersonatorSession: ofAdmin })
  await migrate(pool)
  const { rows } = await pool.query('select id, ends_by, expires_at from sessions')
  const ends = new Map(rows.map(({ id, ends_by, expires_at }) => [id, [ends_by, expires_at].map(toDays)]))
  expect(Object.fromEntries(ends)).toEqual({
    [young]: [20, 20],
    [unused]: [20, 1],
    [tooOld]: [0, 0],
    [expired]: [-20, -20],
    [ofAdmin]: [20, 20],
    [acting]: [0.042, 0.042],
  })
})

const toDays = (time: Date) => Math.round(((time.getTime() - startedAt) / day) * 1000) / 1000
