import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { type Bind, createBinder, idListSql } from '../search/compile/clauses.ts'
import type { PropertyIdText } from '../search/compile/own-leads.ts'
import { mailboxSql, toMailboxSql } from './address-words.ts'

/** An address by its ZIP of five digits and its words as `normalizeMailbox` spells them. */
export type Mailbox = { zip: string; words: string }

export type ListedProperties = {
  propertyIds: readonly string[]
  /** Streets with units. */
  addresses: readonly Mailbox[]
  /** Streets with units, cities and states, in one line. */
  lines: readonly Mailbox[]
}

export type FoundProperties = { ids: PropertyIdText; count: number }

const ownAddress = `concat(address, ' ', unit)`
const addressHashes = { own: toMailboxSql(ownAddress, 'zip'), mailing: mailboxSql }
const lineHashes = {
  own: toMailboxSql(`concat(${ownAddress}, ' ', city, ' ', state)`, 'zip'),
  mailing: toMailboxSql(`concat(mailing_address, ' ', mailing_city, ' ', mailing_state)`, 'mailing_zip'),
}

/** A new list of a hundred thousand addresses over the whole country, or all lists after an import. */
const readLimits = { isHeavy: true, seconds: 60 }

/**
 * The properties with one of the ids, or with one of the addresses as their own or their mailing address. One read of
 * the ZIPs; the ids come in ascending order.
 */
export async function findListedProperties(clickhouse: ClickHouse, listed: ListedProperties): Promise<FoundProperties> {
  const { bind, params } = createBinder()
  const conditions = [
    ...(listed.propertyIds.length > 0 ? [`property_id in ${idListSql(bind, listed.propertyIds)}`] : []),
    ...hasAddressSql(bind, listed.addresses, addressHashes),
    ...hasAddressSql(bind, listed.lines, lineHashes),
  ]
  if (conditions.length === 0) return { ids: '', count: 0 }
  const reads = conditions.map((condition) => `select property_id from properties where ${condition}`)
  const [row] = await clickhouse.rows<{ ids: string; count: string }>(
    `select arrayStringConcat(arrayMap(id -> toString(id), found), ',') as ids, length(found) as count
     from (select arraySort(groupUniqArray(property_id)) as found from (${reads.join(' union all ')}))`,
    params,
    readLimits,
  )
  return { ids: row?.ids ?? '', count: Number(row?.count ?? 0) }
}

/** Rows of other ZIPs are left out before their addresses are read. */
function hasAddressSql(bind: Bind, mailboxes: readonly Mailbox[], hashes: typeof addressHashes): string[] {
  if (mailboxes.length === 0) return []
  const zips = [...new Set(mailboxes.map(({ zip }) => zip))].join(',')
  const isThere = `in (select arrayJoin(splitByChar(',', ${bind(zips, 'String')})))`
  // Normalized words have neither commas nor colons.
  const keys = mailboxes.map(({ zip, words }) => `${zip}:${words}`).join(',')
  const parts = `splitByChar(':', arrayJoin(splitByChar(',', ${bind(keys, 'String')})))`
  const isListed = `in (select cityHash64(parts[2], parts[1]) from (select ${parts} as parts))`
  return [
    `zip ${isThere} and ${hashes.own} ${isListed}`,
    `substring(mailing_zip, 1, 5) ${isThere} and ${hashes.mailing} ${isListed}`,
  ]
}
