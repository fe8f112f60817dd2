import type { Transfer } from '@dooryard/contract/transfers'
import type { Services } from '../../../platform/context.ts'
import { mergeTransfers } from './merge-transfers.ts'
import { findTransfers, rollNames } from './transfers.queries.ts'

type Parcel = { propertyId: string; state: string; countyFips: string }

/** The deeds of a parcel over all rolls, newest first, each sale once with the names of the rolls that tell of it. */
export async function transfersOfProperty(
  { clickhouse, db }: Pick<Services, 'clickhouse' | 'db'>,
  { propertyId, state, countyFips }: Parcel,
): Promise<Transfer[]> {
  const told = await findTransfers(clickhouse, { propertyId, state, countyFips })
  if (told.length === 0) return []
  const names = await rollNames(db, [...new Set(told.map(({ source }) => source))])
  // A roll's rows stand a moment before its entry does.
  return mergeTransfers(told).map(({ sources, ...transfer }) => ({
    ...transfer,
    rolls: sources.map((source) => names.get(source) ?? source),
  }))
}
