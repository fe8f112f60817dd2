import type { ClickHouse } from '../../../platform/clickhouse/client.ts'

/** Which of the owners have a known phone number. The contacts are sorted by kind and owner, so few rows are read. */
export async function findOwnersWithPhone(
  clickhouse: ClickHouse,
  ownerKeys: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (ownerKeys.length === 0) return new Set()
  const rows = await clickhouse.rows<{ ownerKey: string }>(
    `select distinct toString(owner_key) as ownerKey from contacts
     where kind = 'PHONE' and owner_key in (select arrayJoin(cast({ownerKeys:Array(String)}, 'Array(UInt64)')))`,
    { ownerKeys },
    { signal },
  )
  return new Set(rows.map(({ ownerKey }) => ownerKey))
}
