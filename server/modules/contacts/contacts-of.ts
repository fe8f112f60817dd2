import type { Contact } from '@dooryard/contract/leads'
import type { Services } from '../../platform/context.ts'
import { bestFirst, knownLineType, reuseFrom, vendorPrefix } from './contact-rules.ts'
import { sourceNames } from './contact-sources.queries.ts'
import { type ContactRow, readContacts } from './contacts.queries.ts'

const ownersPerRead = 5_000

/** Each value once, as whoever said it last did; what a vendor said over 90 days ago is left out. Best first. */
export async function contactsOf(
  { clickhouse, db, clock }: Pick<Services, 'clickhouse' | 'db' | 'clock'>,
  ownerKeys: readonly string[],
): Promise<ReadonlyMap<string, Contact[]>> {
  const since = reuseFrom(clock.now())
  const names = await sourceNames(db)
  const known = new Map<string, Contact[]>()
  // The table is ordered by them: each read looks at a stretch of its own, and all of them once at the whole.
  const keys = BigUint64Array.from(new Set(ownerKeys), BigInt).sort()
  for (let at = 0; at < keys.length; at += ownersPerRead) {
    const some = Array.from(keys.subarray(at, at + ownersPerRead), String)
    for (const row of await readContacts(clickhouse, some, since)) {
      const contacts = known.get(row.ownerKey) ?? []
      contacts.push(presentContact(row, names))
      known.set(row.ownerKey, contacts)
    }
  }
  for (const contacts of known.values()) contacts.sort(bestFirst)
  return known
}

function presentContact(row: ContactRow, names: ReadonlyMap<string, string>): Contact {
  const { kind, value, asOf } = row
  const source = names.get(row.source) ?? row.source.replace(vendorPrefix, '')
  return kind === 'PHONE'
    ? { type: 'PHONE', value, lineType: knownLineType(row.lineType), source, asOf }
    : { type: 'EMAIL', value, source, asOf }
}
