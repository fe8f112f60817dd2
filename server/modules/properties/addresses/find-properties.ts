import type { PropertyMatch } from '@dooryard/contract/properties/properties'
import type { Context } from '../../../platform/context.ts'
import { parseTypedAddress, parseTypedWords } from './address-words.ts'
import { findAddresses } from './addresses.queries.ts'
import { findByParcel, findByWords, readMatches } from './property-matches.queries.ts'

/**
 * Properties by the beginning of their address; else by words of it in any order; and by parcel number, with or without
 * its punctuation. The scans stop after a second, with what they have found until then.
 */
export async function findProperties(
  { clickhouse, signal }: Context,
  { search, limit }: { search: string; limit: number },
): Promise<{ items: PropertyMatch[] }> {
  const [byParcel, byAddress] = await Promise.all([
    findByParcel(clickhouse, search, limit, signal),
    findAddresses(clickhouse, parseTypedAddress(search), limit, signal),
  ])
  const found =
    byParcel.length + byAddress.length > 0
      ? [...byParcel, ...byAddress]
      : await findByWords(clickhouse, parseTypedWords(search), limit, signal)
  const items = found.length === 0 ? [] : await readMatches(clickhouse, found, signal)
  return { items: items.slice(0, limit) }
}
