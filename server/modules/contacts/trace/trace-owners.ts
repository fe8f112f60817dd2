import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../../platform/context.ts'
import { getReuseCutoff } from '../contact-rules.ts'
import { findOwnersWithPhone } from '../contacts.queries.ts'
import {
  type ContactProvider,
  type ContactVendor,
  type TracedOwner,
  VendorError,
  vendorUnavailable,
} from '../vendor/contact-vendor.ts'
import { syncOwnerTraces } from './sync-traces.ts'
import { traceBatch } from './trace-batch.ts'
import { findTracedKeys } from './traces.queries.ts'

type TraceOptions = {
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, of: number) => void) | undefined
}

type TraceResult = { asked: number; leftOut: number }

const concurrency = 2
/** How long to wait for another process that traces the same owners before checking again. */
const recheckMs = 250

/** Traces owners. Results received before a failure (UNAVAILABLE) are saved, so a retry continues from there. */
export async function traceOwners(
  services: Services,
  { vendor }: ContactProvider,
  owners: readonly TracedOwner[],
  { signal, onProgress }: TraceOptions = {},
): Promise<TraceResult> {
  const traced = { asked: 0, leftOut: 0 }
  if (!vendor) return traced
  const all = sortOwners(owners)
  let waiting = await listUntracedOwners(services, vendor, all)
  const settle = (left: number) => onProgress?.(all.length - left, all.length)
  settle(waiting.length)
  while (waiting.length > 0) {
    const left = await traceBatches(services, vendor, waiting, traced, { signal, settle })
    // Another order is tracing these owners. It saves the results, or fails and leaves them to the next caller.
    if (left.length > 0) await sleep(recheckMs, undefined, signal && { signal })
    waiting = left
  }
  for (const some of toChunks(all, ownersPerLookup))
    await syncOwnerTraces(
      services,
      vendor.name,
      some.map(({ ownerKey }) => ownerKey),
    )
  return traced
}

/** Returns each owner once, sorted by key, so that a repeated step builds the same batches. */
const sortOwners = (owners: readonly TracedOwner[]): TracedOwner[] =>
  [...new Map(owners.map((owner) => [owner.ownerKey, owner])).values()].sort((one, other) =>
    one.ownerKey < other.ownerKey ? -1 : 1,
  )

const ownersPerLookup = 5_000

async function listUntracedOwners(services: Services, { name }: ContactVendor, owners: readonly TracedOwner[]) {
  const since = getReuseCutoff(services.clock.now())
  const open: TracedOwner[] = []
  for (const some of toChunks(owners, ownersPerLookup)) {
    const keys = some.map(({ ownerKey }) => ownerKey)
    const traced = await findTracedKeys(services.db, name, since, keys)
    const withPhone = await findOwnersWithPhone(services.clickhouse, keys)
    open.push(...some.filter(({ ownerKey }) => !traced.has(ownerKey) && !withPhone.has(ownerKey)))
  }
  return open
}

type BatchProgress = { signal: AbortSignal | undefined; settle: (left: number) => void }

async function traceBatches(
  services: Services,
  vendor: ContactVendor,
  owners: readonly TracedOwner[],
  traced: TraceResult,
  { signal, settle }: BatchProgress,
): Promise<TracedOwner[]> {
  const batches = toChunks(owners, vendor.batchSize)
  const elsewhere: TracedOwner[] = []
  let left = owners.length
  let hasFailed = false
  const runWorker = async () => {
    for (let batch = batches.shift(); batch && !hasFailed; batch = batches.shift()) {
      signal?.throwIfAborted()
      const done = await traceBatch(services, vendor, batch, signal)
      traced.asked += done.asked
      traced.leftOut += done.leftOut
      elsewhere.push(...done.elsewhere)
      left -= batch.length - done.elsewhere.length
      settle(left)
    }
  }
  // Waits for all workers before an error is thrown: batches in flight are paid for and must be saved.
  const ended = await Promise.allSettled(
    Array.from({ length: concurrency }, () =>
      runWorker().catch((error) => {
        hasFailed = true
        throw error
      }),
    ),
  )
  for (const one of ended) if (one.status === 'rejected') throw toCallerError(vendor, one.reason)
  return elsewhere
}

const toCallerError = ({ name }: ContactVendor, error: unknown) =>
  error instanceof VendorError
    ? vendorUnavailable(name, `${name}, which is asked for contacts, gave no answer. ${error.message}`)
    : error

function toChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const slices: Item[][] = []
  for (let at = 0; at < items.length; at += size) slices.push(items.slice(at, at + size))
  return slices
}
