import type { Contact } from '@dooryard/contract/orders/leads'
import type { Services } from '../../platform/context.ts'
import { compareContacts, getReuseCutoff, toLineType, vendorPrefix } from './contact-rules.ts'
import { type ContactRow, readContacts } from './contacts.queries.ts'
import { getSourceNames } from './sources/contact-sources.queries.ts'

const ownersPerRead = 5_000

/**
 * Returns each value once, as reported by the latest source, best first. Vendor contacts older than 90 days are
 * excluded.
 */
export async function listOwnerContacts(
  { clickhouse, db, clock }: Pick<Services, 'clickhouse' | 'db' | 'clock'>,
  ownerKeys: readonly string[],
): Promise<ReadonlyMap<string, Contact[]>> {
  const since = getReuseCutoff(clock.now())
  const names = await getSourceNames(db)
  const known = new Map<string, Contact[]>()
  // The table is sorted by owner key, so each read scans its own range and all reads together scan the table once.
  const keys = BigUint64Array.from(new Set(ownerKeys), BigInt).sort()
  for (let at = 0; at < keys.length; at += ownersPerRead) {
    const some = Array.from(keys.subarray(at, at + ownersPerRead), String)
    for (const row of await readContacts(clickhouse, some, since)) {
      const contacts = known.get(row.ownerKey) ?? []
      contacts.push(presentContact(row, names))
      known.set(row.ownerKey, contacts)
    }
  }
  for (const contacts of known.values()) contacts.sort(compareContacts)
  return known
}

function presentContact(row: ContactRow, names: ReadonlyMap<string, string>): Contact {
  const { kind, value, asOf } = row
  const source = names.get(row.source) ?? row.source.replace(vendorPrefix, '')
  return kind === 'PHONE'
    ? { type: 'PHONE', value, lineType: toLineType(row.lineType), source, asOf }
    : { type: 'EMAIL', value, source, asOf }
}
