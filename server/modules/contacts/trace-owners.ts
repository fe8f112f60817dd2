import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../platform/context.ts'
import { reuseFrom } from './contact-rules.ts'
import {
  type ContactDesk,
  type ContactVendor,
  type TracedOwner,
  VendorError,
  vendorUnavailable,
} from './contact-vendor.ts'
import { ownersWithPhone } from './contacts.queries.ts'
import { mirrorOwners } from './mirror-traces.ts'
import { traceBatch } from './trace-batch.ts'
import { tracedSince } from './traces.queries.ts'

type TraceOptions = {
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, of: number) => void) | undefined
}

type Traced = { asked: number; leftOut: number }

const lanes = 2
/** How long somebody else who asks about the same owners is waited for before a look. */
const lookAgainMs = 250

/** What was answered before a failure (UNAVAILABLE) is kept, so that another try goes on from there. */
export async function traceOwners(
  services: Services,
  { vendor }: ContactDesk,
  owners: readonly TracedOwner[],
  { signal, onProgress }: TraceOptions = {},
): Promise<Traced> {
  const traced = { asked: 0, leftOut: 0 }
  if (!vendor) return traced
  const all = inOrder(owners)
  let waiting = await unanswered(services, vendor, all)
  const settle = (left: number) => onProgress?.(all.length - left, all.length)
  settle(waiting.length)
  while (waiting.length > 0) {
    const left = await inLanes(services, vendor, waiting, traced, { signal, settle })
    // Another order asks about these: it keeps an answer, or gives up and leaves them to whoever looks next.
    if (left.length > 0) await sleep(lookAgainMs, undefined, signal && { signal })
    waiting = left
  }
  for (const some of slicesOf(all, ownersPerLook))
    await mirrorOwners(
      services,
      vendor.name,
      some.map(({ ownerKey }) => ownerKey),
    )
  return traced
}

/** Each owner once, in an order of its own, so that a repeated step makes the same batches. */
const inOrder = (owners: readonly TracedOwner[]): TracedOwner[] =>
  [...new Map(owners.map((owner) => [owner.ownerKey, owner])).values()].sort((one, other) =>
    one.ownerKey < other.ownerKey ? -1 : 1,
  )

const ownersPerLook = 5_000

async function unanswered(services: Services, { name }: ContactVendor, owners: readonly TracedOwner[]) {
  const since = reuseFrom(services.clock.now())
  const open: TracedOwner[] = []
  for (const some of slicesOf(owners, ownersPerLook)) {
    const keys = some.map(({ ownerKey }) => ownerKey)
    const traced = await tracedSince(services.db, name, since, keys)
    const withPhone = await ownersWithPhone(services.clickhouse, keys)
    open.push(...some.filter(({ ownerKey }) => !traced.has(ownerKey) && !withPhone.has(ownerKey)))
  }
  return open
}

type Lanes = { signal: AbortSignal | undefined; settle: (left: number) => void }

async function inLanes(
  services: Services,
  vendor: ContactVendor,
  owners: readonly TracedOwner[],
  traced: Traced,
  { signal, settle }: Lanes,
): Promise<TracedOwner[]> {
  const batches = slicesOf(owners, vendor.batchSize)
  const elsewhere: TracedOwner[] = []
  let left = owners.length
  let hasFailed = false
  const lane = async () => {
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
  // All end before any is told of: what is under way is paid for, and kept.
  const ended = await Promise.allSettled(
    Array.from({ length: lanes }, () =>
      lane().catch((error) => {
        hasFailed = true
        throw error
      }),
    ),
  )
  for (const one of ended) if (one.status === 'rejected') throw toldToCaller(vendor, one.reason)
  return elsewhere
}

const toldToCaller = ({ name }: ContactVendor, error: unknown) =>
  error instanceof VendorError
    ? vendorUnavailable(name, `${name}, which is asked for contacts, gave no answer. ${error.message}`)
    : error

function slicesOf<Item>(items: readonly Item[], size: number): Item[][] {
  const slices: Item[][] = []
  for (let at = 0; at < items.length; at += size) slices.push(items.slice(at, at + size))
  return slices
}
