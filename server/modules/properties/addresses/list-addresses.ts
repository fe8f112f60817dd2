import type { AddressMatch } from '@dooryard/contract/properties/properties'
import type { Context } from '../../../platform/context.ts'
import { parseTypedAddress } from './address-words.ts'
import { findAddresses, readAddresses } from './addresses.queries.ts'

export async function listAddresses(
  { clickhouse, signal }: Context,
  { search, limit }: { search: string; limit: number },
): Promise<{ items: AddressMatch[] }> {
  const found = await findAddresses(clickhouse, parseTypedAddress(search), limit, signal)
  return { items: found.length === 0 ? [] : await readAddresses(clickhouse, found, signal) }
}
