import { toUnixSeconds } from '@dooryard/contract/api/time'
import type { Services } from '../../../platform/context.ts'
import {
  type BatchLoader,
  type Columns,
  column,
  getParcelOwners,
  instant,
  lowCardinality,
  text,
  uint64,
} from '../../properties/index.ts'
import type { FoundContact } from '../vendor/contact-vendor.ts'
import type { RowOwner } from './read-row.ts'

export type Tally = {
  rowsRead: number
  rowsTaken: number
  rowsRejected: number
  valuesDropped: number
  rejected: { line: number; reason: string }[]
}

type ParsedRow = { owner: RowOwner; contacts: FoundContact[]; dropped: number }
type OwnerRow = { ownerKey: string; contacts: FoundContact[] }
type ParcelRow = { line: number; owner: Extract<RowOwner, { propertyId: string }>; contacts: FoundContact[] }

export type RowCollector = ReturnType<typeof createRowCollector>

const maxListedRejects = 20
const parcelsPerLookup = 5_000

/**
 * Counts rows and loads them into a table: immediately if they name an owner, otherwise after a lookup of their
 * parcels.
 */
export function createRowCollector(
  clickhouse: Services['clickhouse'],
  loader: BatchLoader<ContactColumn>,
  { source, ingestedAt }: { source: string; ingestedAt: Date },
) {
  const tally: Tally = { rowsRead: 0, rowsTaken: 0, rowsRejected: 0, valuesDropped: 0, rejected: [] }
  const waiting: ParcelRow[] = []
  let ready: OwnerRow[] = []

  function accept(row: OwnerRow) {
    tally.rowsTaken += 1
    ready.push(row)
  }

  async function lookUp(rows: readonly ParcelRow[]) {
    const parcels = rows.map(({ owner }) => owner)
    const owners = await getParcelOwners(clickhouse, parcels)
    for (const { line, owner, contacts } of rows) {
      const ownerKey = owners.get(owner.propertyId)
      if (ownerKey === undefined) countReject(tally, line, 'No loaded roll has its parcel.')
      else if (ownerKey === '0') countReject(tally, line, 'The county dataset does not say who owns its parcel.')
      else accept({ ownerKey, contacts })
    }
  }

  async function load({ ownerKey, contacts }: OwnerRow) {
    for (const contact of contacts) {
      const full = loader.add({ ...contact, source, ownerKey: BigInt(ownerKey), ingestedAt })
      if (full) await full
    }
  }

  return {
    tally,
    reject: (line: number, reason: string) => {
      tally.rowsRead += 1
      countReject(tally, line, reason)
    },
    take: (line: number, { owner, contacts, dropped }: ParsedRow) => {
      tally.rowsRead += 1
      tally.valuesDropped += dropped
      if ('ownerKey' in owner) accept({ ownerKey: owner.ownerKey, contacts })
      else waiting.push({ line, owner, contacts })
    },
    settle: async ({ isLast = false } = {}) => {
      while (waiting.length >= parcelsPerLookup || (isLast && waiting.length > 0))
        await lookUp(waiting.splice(0, parcelsPerLookup))
      const rows = ready
      ready = []
      for (const row of rows) await load(row)
    },
    getReport: (): Tally => ({ ...tally, rejected: listFirstRejects(tally.rejected) }),
  }
}

function countReject(tally: Tally, line: number, reason: string): void {
  tally.rowsRejected += 1
  tally.rejected.push({ line, reason })
  // Rejects from parcel lookups arrive late, so the first ones are only known at the end.
  if (tally.rejected.length > 1_000) tally.rejected = listFirstRejects(tally.rejected)
}

const listFirstRejects = (rejected: Tally['rejected']) =>
  rejected.toSorted((one, other) => one.line - other.line).slice(0, maxListedRejects)

export type ContactColumn = FoundContact & { source: string; ownerKey: bigint; ingestedAt: Date }

export const contactColumns: Columns<ContactColumn> = {
  source: column(lowCardinality, ({ source }) => source),
  owner_key: column(uint64, ({ ownerKey }) => ownerKey),
  kind: column(lowCardinality, ({ kind }) => kind),
  value: column(text, ({ value }) => value),
  line_type: column(lowCardinality, ({ lineType }) => lineType),
  ingested_at: column(instant, ({ ingestedAt }) => toUnixSeconds(ingestedAt)),
}
