import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../platform/postgres/migrate.ts'
import { newId } from '../../platform/util/ids.ts'
import { testDatabase } from '../../test/stores/database.ts'
import { lockUnresolvedDemoAccounts } from './demo-accounts.queries.ts'

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

/** Returns the demo accounts found after migrating a database of an older version with the demo on or off. */
async function migrateWithDemo({ isOn }: { isOn: boolean }) {
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
  const accounts = await lockUnresolvedDemoAccounts(db)
  return { ids: [admin, consumer].toSorted(), accounts }
}

test('a demo that is active during an update stays active', async () => {
  const { ids, accounts } = await migrateWithDemo({ isOn: true })
  expect(accounts).toMatchObject(ids.map((userId) => ({ userId, closedAt: null })))
})

test('a demo closed by an older version stays closed, and its grants remain to be decided', async () => {
  const { ids, accounts } = await migrateWithDemo({ isOn: false })
  expect(accounts).toMatchObject(ids.map((userId) => ({ userId, closedAt: expect.any(Date) })))
})
