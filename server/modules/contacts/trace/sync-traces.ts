import { dayMs, minuteMs } from '@dooryard/contract/api/time'
import type { StoreDeps } from '../../../platform/context.ts'
import { getReuseCutoff, vendorPrefix } from '../contact-rules.ts'
import { dropVendorContacts, hasVendorContacts, insertContacts } from '../contacts.queries.ts'
import {
  deleteTracesBefore,
  listUnsyncedOwnerTraces,
  listUnsyncedTraces,
  markSynced,
  type StoredTrace,
} from './traces.queries.ts'

/**
 * Copies traces to the property store. A copy repeated after a crash duplicates contacts, which readers deduplicate.
 */
export async function syncTraces({ db, clickhouse }: StoreDeps, traces: readonly StoredTrace[]): Promise<void> {
  const rows = traces.flatMap(({ vendor, ownerKey, contacts, tracedAt }) =>
    [...contacts, ...getNoPhoneMarker(contacts)].map((contact) => ({
      ...contact,
      source: `${vendorPrefix}${vendor}`,
      ownerKey,
      ingestedAt: tracedAt,
    })),
  )
  if (rows.length > 0) await insertContacts(clickhouse, rows)
  await markSynced(db, traces)
}

/** A quote counts owners still to be traced, so an owner for whom the vendor knew no phone is recorded too. */
const getNoPhoneMarker = (contacts: StoredTrace['contacts']) =>
  contacts.some(({ kind }) => kind === 'PHONE') ? [] : [{ kind: 'NO_PHONE', value: '', lineType: '' } as const]

export async function syncOwnerTraces(deps: StoreDeps, vendor: string, ownerKeys: readonly string[]): Promise<void> {
  const traces = await listUnsyncedOwnerTraces(deps.db, vendor, ownerKeys)
  if (traces.length > 0) await syncTraces(deps, traces)
}

/** A saved trace is synced immediately. If it is still unsynced after this time, its process was killed. */
const graceMs = minuteMs
const traceBatchSize = 1_000

export async function syncPendingTraces(deps: StoreDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - graceMs)
  for (;;) {
    const traces = await listUnsyncedTraces(deps.db, before, traceBatchSize)
    if (traces.length > 0) await syncTraces(deps, traces)
    if (traces.length < traceBatchSize) return
  }
}

export async function purgeOldTraces({ db, clickhouse, clock }: StoreDeps): Promise<void> {
  const before = getReuseCutoff(clock.now())
  if (await hasVendorContacts(clickhouse, new Date(before.getTime() - dayMs)))
    await dropVendorContacts(clickhouse, before)
  await deleteTracesBefore(db, before)
}
