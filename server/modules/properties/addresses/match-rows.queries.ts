import type { Candidate } from '@dooryard/contract/data/property-lists'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import {
  createPresenter,
  type Fields,
  formatColumnList,
  nullIfBlank,
  type StoredRow,
  stored,
} from '../records/stored-fields.ts'
import { type Bind, createBinder, idListSql } from '../search/compile/clauses.ts'
import { toMailboxSql, toWordsSql } from './address-words.ts'
import type { AddressEntry } from './file/entry-rules.ts'

/** A row of a file with what it names. */
type NamedRow = { line: number; entry: AddressEntry }

const ownAddress = `concat(address, ' ', unit)`
const ownHashes = {
  ADDRESS: toMailboxSql(ownAddress, 'zip'),
  LINE: toMailboxSql(`concat(${ownAddress}, ' ', city, ' ', state)`, 'zip'),
}

/** Ten thousand addresses over the whole country. */
const readLimits = { isHeavy: true, seconds: 60 }

const inTextSql = (bind: Bind, values: Iterable<string>) =>
  `(select arrayJoin(splitByChar(',', ${bind([...new Set(values)].join(','), 'String')})))`

/**
 * The properties that each row names, by id or by their own address. Their mailing addresses are not compared: matches
 * would tell where the owners get their mail.
 */
export async function findNamedProperties(
  clickhouse: ClickHouse,
  rows: readonly NamedRow[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, string[]>> {
  const byId = rows.filter(({ entry }) => entry.kind === 'PROPERTY')
  const [found, ...byAddress] = await Promise.all([
    findIds(clickhouse, byId, signal),
    ...(['ADDRESS', 'LINE'] as const).map((kind) =>
      findOwnAddresses(
        clickhouse,
        kind,
        rows.filter(({ entry }) => entry.kind === kind),
        signal,
      ),
    ),
  ])
  // Of a row with both, the id counts.
  return new Map([...byAddress.flat(), ...found])
}

type FoundRow = [line: number, propertyIds: string[]]

async function findIds(
  clickhouse: ClickHouse,
  rows: readonly NamedRow[],
  signal: AbortSignal | undefined,
): Promise<FoundRow[]> {
  if (rows.length === 0) return []
  const { bind, params } = createBinder()
  const ids = idListSql(
    bind,
    rows.map(({ entry }) => entry.value),
  )
  const found = await clickhouse.rows<{ id: string }>(
    `select distinct toString(property_id) as id from properties where property_id in ${ids}`,
    params,
    { ...readLimits, signal },
  )
  const known = new Set(found.map(({ id }) => id))
  return rows.flatMap(({ line, entry }): FoundRow[] => (known.has(entry.value) ? [[line, [entry.value]]] : []))
}

async function findOwnAddresses(
  clickhouse: ClickHouse,
  kind: keyof typeof ownHashes,
  rows: readonly NamedRow[],
  signal: AbortSignal | undefined,
): Promise<FoundRow[]> {
  if (rows.length === 0) return []
  const { bind, params } = createBinder()
  // Normalized words have neither commas nor colons.
  const keys = rows.map(({ line, entry: { zip, value } }) => `${line}:${zip}:${value}`).join(',')
  const zips = inTextSql(
    bind,
    rows.map(({ entry }) => entry.zip),
  )
  const parts = `splitByChar(':', arrayJoin(splitByChar(',', ${bind(keys, 'String')})))`
  const found = await clickhouse.rows<{ line: number; ids: string[] }>(
    `select named.line as line, arraySort(groupUniqArray(toString(own.property_id))) as ids
     from (select property_id, ${ownHashes[kind]} as mailbox from properties where zip in ${zips}) as own
     inner join (
       select toUInt32(parts[1]) as line, cityHash64(parts[3], parts[2]) as mailbox from (select ${parts} as parts)
     ) as named on own.mailbox = named.mailbox
     group by line`,
    params,
    { ...readLimits, signal },
  )
  return found.map(({ line, ids }) => [line, ids])
}

const fields: Fields<Candidate> = {
  propertyId: stored('property_id'),
  address: nullIfBlank('address'),
  unit: nullIfBlank('unit'),
  city: nullIfBlank('city'),
  state: stored('state'),
  zip: nullIfBlank('zip'),
}

export type CandidateKeys = { zip: string; number: string; street: string }

/** Five hundred for each of a hundred rows. */
const maxRead = 50_000

/** Properties that have both the ZIP and the house number of one of the rows, or its ZIP and the word of its street. */
export async function findCandidates(
  clickhouse: ClickHouse,
  rows: readonly CandidateKeys[],
  signal?: AbortSignal,
): Promise<Candidate[]> {
  if (rows.length === 0) return []
  const { bind, params } = createBinder()
  const join = (key: 'number' | 'street') => rows.flatMap((row) => (row[key] === '' ? [] : `${row.zip} ${row[key]}`))
  const [zips, numbers, streets] = [rows.map(({ zip }) => zip), join('number'), join('street')]
  const records = await clickhouse.rows<StoredRow>(
    `select ${formatColumnList(fields)} from (
       select *, arrayMap(word -> concat(substring(zip, 1, 5), ' ', word), ${toWordsSql('address')}) as words
       from properties where zip in ${inTextSql(bind, zips)}
     )
     where words[1] in ${inTextSql(bind, numbers)} or hasAny(words, ${bind([...new Set(streets)], 'Array(String)')})
     order by zip, address, property_id limit ${maxRead}`,
    params,
    { ...readLimits, signal },
  )
  return records.map(createPresenter(fields))
}
