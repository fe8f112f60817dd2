import type { DncList } from '@dooryard/contract/vocabularies'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'

export type Stores = { db: Db; clickhouse: ClickHouse }

export type TestCopy = {
  list: DncList
  /** Area codes of the national registry, or states. */
  scopes?: string[]
  ownerId?: string | null
  numbers?: string[]
  accessedOn?: string
  san?: string | null
  sha256?: string[]
}

/** A list as an import leaves it: one load with its numbers, and a copy for each scope. Gives the load. */
export async function listed({ db, clickhouse }: Stores, copy: TestCopy): Promise<number> {
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
  await putNumbers(clickhouse, loadId, numbers)
  return loadId
}

export const putNumbers = async (clickhouse: ClickHouse, load: number, numbers: readonly string[]) =>
  numbers.length > 0 &&
  (await clickhouse.run(
    `insert into dnc_numbers select {load:UInt32}, arrayJoin(cast({numbers:Array(String)}, 'Array(UInt64)'))`,
    { load, numbers },
  ))

/** Somebody who may own a list. */
export async function somebody(db: Db): Promise<string> {
  const id = newId()
  const person = { email: `${id}@example.com`, firstName: 'Tess', lastName: 'Caller', phone: '615-555-0110' }
  await db
    .insertInto('users')
    .values({ ...person, id, role: 'ENTERPRISE_USER', passwordHash: 'opens nothing' })
    .execute()
  return id
}
