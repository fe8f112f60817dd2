import { toUnixSeconds } from '@dooryard/contract/api/time'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { quoteLiteral } from '../../platform/clickhouse/params.ts'
import { getReuseCutoff, vendorPrefix } from './contact-rules.ts'

const readLimits = { seconds: 60, resultRows: 1_000_000 }
const wholeTableLimits = { seconds: 600, memoryBytes: 4 * 1024 ** 3 }

const ownerKeyCondition = `owner_key in (select arrayJoin(cast({keys:Array(String)}, 'Array(UInt64)')))`
const vendorCondition = `startsWith(source, '${vendorPrefix}')`

export type ContactRow = {
  ownerKey: string
  kind: 'PHONE' | 'EMAIL'
  value: string
  lineType: string
  source: string
  asOf: string
}

/** Returns each value once, as reported by the latest source. Sorted keys let one read scan one range of the table. */
export const readContacts = (clickhouse: ClickHouse, keys: readonly string[], since: Date): Promise<ContactRow[]> =>
  clickhouse.rows<ContactRow>(
    `select toString(owner_key) as ownerKey, kind, value, line_type as lineType, source,
       toString(toDate(ingested_at)) as asOf
     from contacts
     where kind in ('PHONE', 'EMAIL') and ${ownerKeyCondition} and (not ${vendorCondition} or ingested_at > toDateTime({since:UInt32}))
     order by owner_key, kind, value, ingested_at desc, line_type, source
     limit 1 by owner_key, kind, value`,
    { keys, since: toUnixSeconds(since) },
    readLimits,
  )

export async function findOwnersWithPhone(clickhouse: ClickHouse, keys: readonly string[]): Promise<Set<string>> {
  const rows = await clickhouse.rows<{ ownerKey: string }>(
    `select distinct toString(owner_key) as ownerKey from contacts
     where kind = 'PHONE' and ${ownerKeyCondition} and not ${vendorCondition} order by ownerKey`,
    { keys },
    readLimits,
  )
  return new Set(rows.map(({ ownerKey }) => ownerKey))
}

export type NewContact = {
  source: string
  ownerKey: string
  /** NO_PHONE has no value. It records that a vendor was asked and knew no phone. */
  kind: 'PHONE' | 'EMAIL' | 'NO_PHONE'
  value: string
  lineType: string
  ingestedAt: Date
}

export const insertContacts = (clickhouse: ClickHouse, contacts: readonly NewContact[]): Promise<void> =>
  clickhouse.run(
    `insert into contacts (source, owner_key, kind, value, line_type, ingested_at)
     select c.1, toUInt64(c.2), c.3, c.4, c.5, toDateTime(c.6) from (select arrayJoin(arrayZip(
       {sources:Array(String)}, {keys:Array(String)}, {kinds:Array(String)}, {values:Array(String)},
       {lineTypes:Array(String)}, {times:Array(UInt32)})) as c)`,
    {
      sources: contacts.map(({ source }) => source),
      keys: contacts.map(({ ownerKey }) => ownerKey),
      kinds: contacts.map(({ kind }) => kind),
      values: contacts.map(({ value }) => value),
      lineTypes: contacts.map(({ lineType }) => lineType),
      times: contacts.map(({ ingestedAt }) => toUnixSeconds(ingestedAt)),
    },
  )

export async function hasVendorContacts(clickhouse: ClickHouse, before: Date): Promise<boolean> {
  const rows = await clickhouse.rows(
    `select 1 from contacts where ${vendorCondition} and ingested_at < toDateTime({before:UInt32}) limit 1`,
    { before: toUnixSeconds(before) },
    readLimits,
  )
  return rows.length > 0
}

export const dropVendorContacts = (clickhouse: ClickHouse, before: Date): Promise<void> =>
  clickhouse.run(`delete from contacts where ${vendorCondition} and ingested_at < toDateTime({before:UInt32})`, {
    before: toUnixSeconds(before),
  })

export const dropSource = (clickhouse: ClickHouse, source: string): Promise<void> =>
  clickhouse.run(`alter table contacts drop partition ${quoteLiteral(source)}`)

export type SourceCounts = { owners: number; phones: number; emails: number }

export async function getSourceCounts(clickhouse: ClickHouse, table: string, source: string): Promise<SourceCounts> {
  const [row] = await clickhouse.rows<Record<keyof SourceCounts, string>>(
    `select uniqExact(owner_key) as owners, uniqExactIf((owner_key, value), kind = 'PHONE') as phones,
       uniqExactIf((owner_key, value), kind = 'EMAIL') as emails
     from ${table} where source = {source:String}`,
    { source },
    wholeTableLimits,
  )
  return { owners: Number(row?.owners ?? 0), phones: Number(row?.phones ?? 0), emails: Number(row?.emails ?? 0) }
}

export async function getSourceDate(clickhouse: ClickHouse, source: string): Promise<Date | null> {
  const [row] = await clickhouse.rows<{ at: number; rows: string }>(
    `select toUInt32(max(ingested_at)) as at, count() as rows from contacts where source = {source:String}`,
    { source },
    wholeTableLimits,
  )
  return row && Number(row.rows) > 0 ? new Date(row.at * 1000) : null
}

/** Drops the staging table of an interrupted import first. */
export async function createStaging(clickhouse: ClickHouse, source: string): Promise<string> {
  const staging = getStagingTable(source)
  await dropStaging(clickhouse, source)
  await clickhouse.run(`create table ${staging} as contacts`)
  return staging
}

export const dropStaging = (clickhouse: ClickHouse, source: string): Promise<void> =>
  clickhouse.run(`drop table if exists ${getStagingTable(source)} sync settings max_table_size_to_drop = 0`)

const getStagingTable = (source: string) => `contacts_staging_${source.replaceAll('-', '_')}`

/** A kill within this statement may leave both versions of a row, until the import is run again. */
export const replaceSource = (clickhouse: ClickHouse, source: string, staging: string): Promise<void> =>
  clickhouse.run(`alter table contacts replace partition ${quoteLiteral(source)} from ${staging}`)

/** Builds a condition on rows of `contacts` for another statement. It contains only constants and an integer. */
export const buildKnownPhoneSql = (now: Date): string =>
  `kind = 'PHONE' and (not startsWith(source, '${vendorPrefix}')
    or ${buildReusableSql(now)})`

/** Builds a condition for another statement: the vendor knew no phone of this owner and is not asked again yet. */
export const buildNoPhoneSql = (vendor: string, now: Date): string =>
  `kind = 'NO_PHONE' and source = ${quoteLiteral(`${vendorPrefix}${vendor}`)} and ${buildReusableSql(now)}`

const buildReusableSql = (now: Date) => `ingested_at > toDateTime(${toUnixSeconds(getReuseCutoff(now))})`
