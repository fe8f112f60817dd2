import type { DncList } from '@dooryard/contract/api/enums'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'

export type ScrubTestStores = { db: Db; clickhouse: ClickHouse }

export type TestListVersion = {
  list: DncList
  /** Area codes of the national registry, or states. */
  scopes?: string[]
  ownerId?: string | null
  numbers?: string[]
  accessedOn?: string
  san?: string | null
  sha256?: string[]
}

/** Inserts a list like an import: one load with its numbers, and a version per scope. Returns the load. */
export async function createTestList({ db, clickhouse }: ScrubTestStores, copy: TestListVersion): Promise<number> {
  const { list, ownerId = null, numbers = [], accessedOn = '2026-10-30', sha256 = ['a'.repeat(64)] } = copy
  const { scopes = list === 'NATIONAL' ? ['615'] : [''], san = list === 'NATIONAL' ? '10000-0000001' : null } = copy
  const at = new Date('2026-10-30T12:00:00Z')
  const { id: loadId } = await db
    .insertInto('dncBatches')
    .values({ ownerId, list, numbers: numbers.length, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const shared = { ownerId, list, loadId, numbers: numbers.length, san, accessedOn, sha256, importedAt: at }
  await db
    .insertInto('dncListVersions')
    .values(scopes.map((scope) => ({ ...shared, scope })))
    .execute()
  await insertTestNumbers(clickhouse, loadId, numbers)
  return loadId
}

export const insertTestNumbers = async (clickhouse: ClickHouse, load: number, numbers: readonly string[]) =>
  numbers.length > 0 &&
  (await clickhouse.run(
    `insert into dnc_numbers select {load:UInt32}, arrayJoin(cast({numbers:Array(String)}, 'Array(UInt64)'))`,
    { load, numbers },
  ))

/** Creates a user who can own a list. */
export async function createTestListOwner(db: Db): Promise<string> {
  const id = newId()
  const person = { email: `${id}@example.com`, firstName: 'Tess', lastName: 'Caller', phone: '615-555-0110' }
  await db
    .insertInto('users')
    .values({ ...person, id, role: 'ENTERPRISE_USER', passwordHash: 'opens nothing' })
    .execute()
  return id
}
