import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import { testDatabase } from '../../test/database.ts'

const migrations = join(import.meta.dirname, '../../platform/postgres/migrations')
const { pool, close } = await testDatabase()
const [tess, admin] = [newId(), newId()]
const day = 86_400_000
const startedAt = Date.now()
const inDays = (days: number) => new Date(startedAt + days * day)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-migrations-'))
  for (const file of await readdir(migrations))
    if (file < '0025') await copyFile(join(migrations, file), join(folder, file))
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

type Old = { userId: string; began: number; expires: number; behind?: string }

/** A session as it was kept before it had a latest end; times in days from now. */
async function session({ userId, began, expires, behind }: Old) {
  const id = newId()
  await pool.query(
    `insert into sessions (id, user_id, rotated_at, user_agent, ip_address, created_at, last_seen_at, expires_at,
       impersonator_id, impersonator_session_id, impersonation_reason)
     values ($1, $2, $3, '', '', $3, $3, $4, $5, $6, $7)`,
    [id, userId, inDays(began), inDays(expires), behind ? admin : null, behind, behind ? 'Asked to look' : null],
  )
  return id
}

test('sessions that there were end some time after they began, and what has lasted too long ends at once', async () => {
  const young = await session({ userId: tess, began: -70, expires: 29 })
  const unused = await session({ userId: tess, began: -70, expires: 1 })
  const tooOld = await session({ userId: tess, began: -200, expires: 29 })
  const expired = await session({ userId: tess, began: -200, expires: -20 })
  const ofAdmin = await session({ userId: admin, began: -10, expires: 25 })
  const acting = await session({ userId: tess, began: 0, expires: 1 / 24, behind: ofAdmin })
  await migrate(pool)
  const { rows } = await pool.query('select id, ends_by, expires_at from sessions')
  const ends = new Map(rows.map(({ id, ends_by, expires_at }) => [id, [ends_by, expires_at].map(days)]))
  expect(Object.fromEntries(ends)).toEqual({
    [young]: [20, 20],
    [unused]: [20, 1],
    [tooOld]: [0, 0],
    [expired]: [-20, -20],
    [ofAdmin]: [20, 20],
    [acting]: [0.042, 0.042],
  })
})

const days = (time: Date) => Math.round(((time.getTime() - startedAt) / day) * 1000) / 1000
