import type { Services } from '../../server/platform/context.ts'

/** Area codes reserved for future expansion, so no real phone number has them. */
const areaCodes = Array.from({ length: 10 }, (_, at) => 290 + at)
const registeredPerAreaCode = 1_000_000
/** Owners' numbers are spread over this many: a quarter of them is registered. */
const usedPerAreaCode = 4_000_000

const phoneNumberSql = (of: string) =>
  `${areaCodes[0]}0000000 + (${of}) % ${areaCodes.length} * 10000000 + intDiv(${of}, ${areaCodes.length}) % ${usedPerAreaCode}`

/** Gives seven owners in ten one or two phones, and the platform a version of a registry with ten million numbers. */
export async function addPhonesAndRegistry({ clickhouse, db, clock }: Services): Promise<void> {
  const [known] = await clickhouse.rows<{ count: string }>('select count() as count from contacts')
  if (Number(known?.count) > 0) return
  for (const nth of [0, 1])
    await clickhouse.run(`insert into contacts (source, owner_key, kind, value, line_type, ingested_at)
      select 'bench', owner_key, 'PHONE', toString(${phoneNumberSql(`cityHash64(owner_key, ${nth})`)}), 'MOBILE', now()
      from (select distinct owner_key from properties where owner_key != 0)
      where cityHash64(owner_key) % 10 < ${nth === 0 ? 7 : 3}`)
  await db.updateTable('creditSettings').set({ isActive: true }).execute()
  const numbers = areaCodes.length * registeredPerAreaCode
  const { id } = await db
    .insertInto('dncBatches')
    .values({ ownerId: null, list: 'NATIONAL', numbers, createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await clickhouse.run(`insert into dnc_numbers (load, number)
    select ${id}, ${areaCodes[0]}0000000 + intDiv(number, ${registeredPerAreaCode}) * 10000000 + number % ${registeredPerAreaCode}
    from numbers(${numbers})`)
  const copies = areaCodes.map((areaCode) => ({
    ownerId: null,
    list: 'NATIONAL',
    scope: String(areaCode),
    loadId: id,
    numbers: registeredPerAreaCode,
    san: '00000-0000000',
    accessedOn: clock.now().toISOString().slice(0, 10),
    sha256: ['0'.repeat(64)],
    importedAt: clock.now(),
  }))
  await db.insertInto('dncListVersions').values(copies).execute()
}

/** Bytes on disk per number, to estimate a registry of national size. */
export async function bytesPerNumber({ clickhouse }: Pick<Services, 'clickhouse'>): Promise<number> {
  const [parts] = await clickhouse.rows<{ bytes: string; rows: string }>(
    `select sum(bytes_on_disk) as bytes, sum(rows) as rows from system.parts
      where active and table = 'dnc_numbers' and database = currentDatabase()`,
  )
  return Number(parts?.bytes) / Number(parts?.rows)
}
