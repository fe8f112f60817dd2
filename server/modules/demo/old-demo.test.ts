import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import { testDatabase } from '../../test/database.ts'
import { lockOpenDemoAccounts } from './demo-accounts.queries.ts'

const migrations = join(import.meta.dirname, '../../platform/postgres/migrations')
const { db, pool, close } = await testDatabase()
const [admin, person] = [newId(), newId()]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-migrations-'))
  for (const file of await readdir(migrations))
    if (file < '0027') await copyFile(join(migrations, file), join(folder, file))
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
  await migrate(pool, { folder })
  const columns = 'id, email, first_name, last_name, phone, role, password_hash, is_active'
  for (const [id, email] of [
    [admin, 'admin@dooryard.test'],
    [person, 'casey@example.com'],
  ])
    await pool.query(
      `insert into users (${columns}) values ($1, $2, 'Tess', 'Sampleton', '615-555-0110', 'SUPER_ADMIN', '', false)`,
      [id, email],
    )
  await migrate(pool)
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})

test('a demo that an older version has closed is ended once more, as nothing was taken back then', async () => {
  expect((await lockOpenDemoAccounts(db)).map(({ userId }) => userId)).toEqual([admin])
})
