import type { AddressFile, AddressMatches, Candidate } from '@dooryard/contract/data/property-lists'
import type { Context } from '../../../platform/context.ts'
import { buildCsvDownload, type CsvColumns } from '../../../platform/files/csv/csv-download.ts'
import { matchAddresses } from './match-addresses.ts'

type Unmatched = AddressMatches['unmatched'][number]

/** The rows of a file that name no property, or several, as CSV. */
export async function reportUnmatched(ctx: Context, given: AddressFile, bytes: AsyncIterable<Uint8Array>) {
  const { unmatched } = await matchAddresses(ctx, given, bytes)
  async function* readBatches() {
    yield unmatched
  }
  return buildCsvDownload({ name: 'not-found', at: ctx.clock.now(), columns, batches: readBatches(), log: ctx.log })
}

const formatCandidate = (candidate: Candidate | undefined) => {
  if (!candidate) return null
  const { address, unit, city, state, zip } = candidate
  return [address, unit, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

const listedCandidates = [0, 1, 2].flatMap((at): CsvColumns<Unmatched> => {
  const read = ({ candidates }: Unmatched) => candidates[at]
  return [
    [`Nearest ${at + 1}`, (row) => formatCandidate(read(row))],
    [`Property ID ${at + 1}`, (row) => read(row)?.propertyId ?? null],
  ]
})

const columns: CsvColumns<Unmatched> = [
  ['Line', ({ line }) => line],
  ['Address', ({ text }) => text],
  ['Reason', ({ reason }) => reason],
  ...listedCandidates,
]
