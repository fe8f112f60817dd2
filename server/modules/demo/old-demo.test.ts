import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import { testDatabase } from '../../test/database.ts'
import { lockUnsettledAccounts } from './demo-accounts.queries.ts'

const migrations = join(import.meta.dirname, '../../platform/postgres/migrations')
const { db, pool, close } = await testDatabase()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-migrations-'))
  const files = (await readdir(migrations)).toSorted()
  const before = files.slice(
    0,
    files.findIndex((file) => file.endsWith('-demo-accounts.sql')),
  )
  for (const file of before) await copyFile(join(migrations, file), join(folder, file))
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

/** What the update finds of a demo in the database of an older version, where it was on or off. */
async function updated({ isOn }: { isOn: boolean }) {
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  await migrate(pool, { folder })
  const [admin, consumer, person] = [newId(), newId(), newId()]
  const add = (id: string, email: string, isActive: boolean) =>
    pool.query(
      `insert into users (id, email, first_name, last_name, phone, role, password_hash, is_active)
        values ($1, $2, 'Tess', 'Sampleton', '615-555-0110', 'SUPER_ADMIN', '', $3)`,
      [id, email, isActive],
    )
  await add(admin, 'admin@dooryard.test', isOn)
  await add(consumer, 'consumer@dooryard.test', false)
  await add(person, 'casey@example.com', true)
  await migrate(pool)
  const accounts = await lockUnsettledAccounts(db)
  return { ids: [admin, consumer].toSorted(), accounts }
}

test('a demo that is on as the portal is updated is still on', async () => {
  const { ids, accounts } = await updated({ isOn: true })
  expect(accounts).toMatchObject(ids.map((userId) => ({ userId, closedAt: null })))
})

test('a demo that an older version has closed stays closed, and what it granted is still to be decided', async () => {
  const { ids, accounts } = await updated({ isOn: false })
  expect(accounts).toMatchObject(ids.map((userId) => ({ userId, closedAt: expect.any(Date) })))
})
