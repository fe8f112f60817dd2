import type { PropertyMatch } from '@dooryard/contract/properties/properties'
import type { Context } from '../../../platform/context.ts'
import { parseTypedAddress, parseTypedWords } from './address-words.ts'
import { findAddresses } from './addresses.queries.ts'
import { findByParcel, findByWords, readMatches } from './property-matches.queries.ts'

/**
 * Properties by the beginning of their address, which an index finds; else by parcel number, with or without its
 * punctuation; else by words in any order. The scans stop after a second, with what they have found until then.
 */
export async function findProperties(
  { clickhouse, signal }: Context,
  { search, limit }: { search: string; limit: number },
): Promise<{ items: PropertyMatch[] }> {
  const searches = [
    () => findAddresses(clickhouse, parseTypedAddress(search), limit, signal),
    () => findByParcel(clickhouse, search, limit, signal),
    () => findByWords(clickhouse, parseTypedWords(search), limit, signal),
  ]
  for (const find of searches) {
    const found = await find()
    if (found.length > 0) return { items: await readMatches(clickhouse, found, signal) }
  }
  return { items: [] }
}
