import { dayMs, minuteMs } from '@dooryard/contract/time'
import type { Stores } from '../../platform/context.ts'
import { reuseFrom, vendorPrefix } from './contact-rules.ts'
import { addContacts, dropVendorContacts, hasVendorContacts } from './contacts.queries.ts'
import { forgetTraces, type KeptTrace, markMirrored, unmirroredOf, unmirroredTraces } from './traces.queries.ts'

/** Done twice, as after a kill between the two stores, a contact is there twice, and is read once. */
export async function mirror({ db, clickhouse }: Stores, traces: readonly KeptTrace[]): Promise<void> {
  const rows = traces.flatMap(({ vendor, ownerKey, contacts, tracedAt }) =>
    [...contacts, ...noPhoneOf(contacts)].map((contact) => ({
      ...contact,
      source: `${vendorPrefix}${vendor}`,
      ownerKey,
      ingestedAt: tracedAt,
    })),
  )
  if (rows.length > 0) await addContacts(clickhouse, rows)
  await markMirrored(db, traces)
}

/** A quote counts whom a vendor has yet to be asked about, so that it was asked and knew no phone is told as well. */
const noPhoneOf = (contacts: KeptTrace['contacts']) =>
  contacts.some(({ kind }) => kind === 'PHONE') ? [] : [{ kind: 'NO_PHONE', value: '', lineType: '' } as const]

export async function mirrorOwners(stores: Stores, vendor: string, ownerKeys: readonly string[]): Promise<void> {
  const traces = await unmirroredOf(stores.db, vendor, ownerKeys)
  if (traces.length > 0) await mirror(stores, traces)
}

/** Whoever keeps an answer mirrors it at once; this long after that it was killed in between. */
const graceMs = minuteMs
const tracesAtOnce = 1_000

export async function mirrorLeftOvers(stores: Stores): Promise<void> {
  const before = new Date(stores.clock.now().getTime() - graceMs)
  for (;;) {
    const traces = await unmirroredTraces(stores.db, before, tracesAtOnce)
    if (traces.length > 0) await mirror(stores, traces)
    if (traces.length < tracesAtOnce) return
  }
}

export async function forgetOldTraces({ db, clickhouse, clock }: Stores): Promise<void> {
  const before = reuseFrom(clock.now())
  if (await hasVendorContacts(clickhouse, new Date(before.getTime() - dayMs)))
    await dropVendorContacts(clickhouse, before)
  await forgetTraces(db, before)
}
