import { toUnixSeconds } from '@dooryard/contract/time'
import type { Services } from '../../../platform/context.ts'
import {
  type BlockLoader,
  type Columns,
  column,
  instant,
  ownersOfParcels,
  text,
  uint64,
  word,
} from '../../properties/index.ts'
import type { FoundContact } from '../contact-vendor.ts'
import type { RowOwner } from './read-row.ts'

export type Tally = {
  rowsRead: number
  rowsTaken: number
  rowsRejected: number
  valuesDropped: number
  rejected: { line: number; reason: string }[]
}

type Row = { owner: RowOwner; contacts: FoundContact[]; dropped: number }
type ByKey = { ownerKey: string; contacts: FoundContact[] }
type ByParcel = { line: number; owner: Extract<RowOwner, { propertyId: string }>; contacts: FoundContact[] }

export type TakenRows = ReturnType<typeof takeRows>

const rejectsTold = 20
const parcelsPerLook = 5_000

/** Counts rows, and puts them into a table: at once where they name an owner, once their parcels are looked up else. */
export function takeRows(
  clickhouse: Services['clickhouse'],
  loader: BlockLoader<ContactColumn>,
  { source, ingestedAt }: { source: string; ingestedAt: Date },
) {
  const tally: Tally = { rowsRead: 0, rowsTaken: 0, rowsRejected: 0, valuesDropped: 0, rejected: [] }
  const waiting: ByParcel[] = []
  let ready: ByKey[] = []

  function accept(row: ByKey) {
    tally.rowsTaken += 1
    ready.push(row)
  }

  async function lookUp(rows: readonly ByParcel[]) {
    const parcels = rows.map(({ owner }) => owner)
    const owners = await ownersOfParcels(clickhouse, parcels)
    for (const { line, owner, contacts } of rows) {
      const ownerKey = owners.get(owner.propertyId)
      if (ownerKey === undefined) countReject(tally, line, 'No loaded roll has its parcel.')
      else if (ownerKey === '0') countReject(tally, line, 'The roll does not say who owns its parcel.')
      else accept({ ownerKey, contacts })
    }
  }

  async function load({ ownerKey, contacts }: ByKey) {
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
    take: (line: number, { owner, contacts, dropped }: Row) => {
      tally.rowsRead += 1
      tally.valuesDropped += dropped
      if ('ownerKey' in owner) accept({ ownerKey: owner.ownerKey, contacts })
      else waiting.push({ line, owner, contacts })
    },
    settle: async ({ isLast = false } = {}) => {
      while (waiting.length >= parcelsPerLook || (isLast && waiting.length > 0))
        await lookUp(waiting.splice(0, parcelsPerLook))
      const rows = ready
      ready = []
      for (const row of rows) await load(row)
    },
    told: (): Tally => ({ ...tally, rejected: firstOf(tally.rejected) }),
  }
}

function countReject(tally: Tally, line: number, reason: string): void {
  tally.rowsRejected += 1
  tally.rejected.push({ line, reason })
  // Those of parcels come late: which are the first is known in the end.
  if (tally.rejected.length > 1_000) tally.rejected = firstOf(tally.rejected)
}

const firstOf = (rejected: Tally['rejected']) =>
  rejected.toSorted((one, other) => one.line - other.line).slice(0, rejectsTold)

export type ContactColumn = FoundContact & { source: string; ownerKey: bigint; ingestedAt: Date }

export const contactColumns: Columns<ContactColumn> = {
  source: column(word, ({ source }) => source),
  owner_key: column(uint64, ({ ownerKey }) => ownerKey),
  kind: column(word, ({ kind }) => kind),
  value: column(text, ({ value }) => value),
  line_type: column(word, ({ lineType }) => lineType),
  ingested_at: column(instant, ({ ingestedAt }) => toUnixSeconds(ingestedAt)),
}
