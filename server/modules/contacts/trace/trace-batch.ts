import { createHash } from 'node:crypto'
import type { Services } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { toWholeSecond } from '../../../platform/util/clock.ts'
import { newId } from '../../../platform/util/ids.ts'
import { failuresBeforePause, formatUtcDay, getPauseMs, getReuseCutoff } from '../contact-rules.ts'
import { type ContactVendor, type TracedOwner, VendorError, vendorUnavailable } from '../vendor/contact-vendor.ts'
import { syncTraces } from './sync-traces.ts'
import {
  extendLeases,
  findTracedKeys,
  leaseOwners,
  leaseRenewalMs,
  releaseLeases,
  saveTraces,
} from './traces.queries.ts'
import {
  findVendor,
  insertVendor,
  lockVendor,
  releaseQuota,
  reserveDailyQuota,
  updateVendor,
} from './vendors.queries.ts'

/** `elsewhere` lists owners that another process is tracing right now. */
export type TracedBatch = { asked: number; leftOut: number; elsewhere: TracedOwner[] }

type BatchLease = { batch: string; day: string; isProbe: boolean; mine: TracedOwner[] }

/**
 * Leases the owners, reserves the daily quota and checks the vendor's state in one transaction, before the request is
 * sent.
 */
export async function traceBatch(
  services: Services,
  vendor: ContactVendor,
  owners: readonly TracedOwner[],
  signal: AbortSignal | undefined,
): Promise<TracedBatch> {
  const { permission: lease, leftOut, elsewhere } = await leaseBatch(services, vendor, owners)
  if (lease.mine.length > 0) await requestAndSave(services, vendor, lease, signal)
  return { asked: lease.mine.length, leftOut, elsewhere }
}

const leaseBatch = (services: Services, vendor: ContactVendor, owners: readonly TracedOwner[]) =>
  inTransaction(services, async (tx) => {
    const { db, clock } = tx
    const { name, dailyLimit } = vendor
    const now = clock.now()
    const day = formatUtcDay(now)
    const batch = newId()
    const keys = owners.map(({ ownerKey }) => ownerKey)
    const claimed = await leaseOwners(db, { vendor: name, batch }, keys)
    // Read after the leases are acquired: a previous holder has saved its results by then, if there were any.
    const kept = await findTracedKeys(db, name, getReuseCutoff(now), keys)
    const isClaimed = new Set(claimed)
    const wanted = owners.filter(({ ownerKey }) => isClaimed.has(ownerKey) && !kept.has(ownerKey))
    const elsewhere = owners.filter(({ ownerKey }) => !isClaimed.has(ownerKey) && !kept.has(ownerKey))
    const granted =
      wanted.length > 0 ? await reserveDailyQuota(db, { vendor: name, day }, wanted.length, dailyLimit) : 0
    const mine = wanted.slice(0, granted)
    const isMine = new Set(mine.map(({ ownerKey }) => ownerKey))
    const unwanted = claimed.filter((key) => !isMine.has(key))
    await releaseLeases(db, batch, unwanted)
    const { isProbe } = granted > 0 ? await admitBatch(tx, vendor) : { isProbe: false }
    const lease: BatchLease = { batch, day, isProbe, mine }
    return { permission: lease, leftOut: wanted.length - granted, elsewhere }
  })

async function requestAndSave(
  services: Services,
  vendor: ContactVendor,
  lease: BatchLease,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { name } = vendor
  const { batch, day, mine, isProbe } = lease
  const idempotencyKey = buildIdempotencyKey(name, day, mine)
  const renewal = startLeaseRenewal(services, batch)
  try {
    const found = await vendor.ask(mine, { idempotencyKey, signal, ...(isProbe && { tries: 1 }) })
    const tracedAt = toWholeSecond(services.clock.now())
    const traces = mine.map(({ ownerKey }) => ({ ownerKey, contacts: found.get(ownerKey) ?? [] }))
    await inTransaction(services, async (tx) => {
      await saveTraces(tx.db, name, tracedAt, traces)
      await releaseLeases(tx.db, batch)
      await recordVendorSuccess(tx, name)
    })
    await syncTraces(
      services,
      traces.map((trace) => ({ ...trace, vendor: name, tracedAt })),
    )
  } catch (error) {
    await recordFailedBatch(services, name, lease, error)
    throw error
  } finally {
    renewal.stop()
  }
}

/** Releases all leases. Only owners that the vendor may have processed still count against the quota. */
const recordFailedBatch = (services: Services, vendor: string, lease: BatchLease, error: unknown) =>
  inTransaction(services, async (tx) => {
    const { batch, day, isProbe, mine } = lease
    await releaseLeases(tx.db, batch)
    if (error instanceof VendorError) {
      if (!error.wasProcessed) await releaseQuota(tx.db, { vendor, day }, mine.length)
      await recordVendorFailure(tx, vendor, error.message, { isProbe })
    } else if (isProbe) await releaseProbe(tx, vendor)
  })

/**
 * Builds the same key for the same owners on the same day, so that a vendor can detect a repeated batch, also after a
 * crash.
 */
function buildIdempotencyKey(vendor: string, day: string, owners: readonly TracedOwner[]): string {
  const keys = owners.map(({ ownerKey }) => ownerKey).sort()
  return createHash('sha256')
    .update([vendor, day, ...keys].join('\n'))
    .digest('hex')
}

function startLeaseRenewal({ db, log }: Services, batch: string) {
  const timer = setInterval(() => {
    extendLeases(db, batch).catch((error) => log.warn({ err: error }, 'claims of owners could not be kept'))
  }, leaseRenewalMs)
  return { stop: () => clearInterval(timer) }
}

type VendorStateDeps = Pick<Services, 'db' | 'clock'>

/**
 * Throws UNAVAILABLE while the vendor is paused. After the pause, the first caller of all processes becomes the probe.
 */
async function admitBatch({ db, clock }: VendorStateDeps, { name, longestTryMs }: ContactVendor) {
  const known = await findVendor(db, name)
  if (!known || known.failures < failuresBeforePause) return { isProbe: false }
  const locked = await lockVendor(db, name)
  if (!locked || locked.failures < failuresBeforePause) return { isProbe: false }
  const now = clock.now()
  if (locked.pausedUntil && locked.pausedUntil > now)
    throw vendorUnavailable(name, `${name} is not asked for contacts until ${locked.pausedUntil.toISOString()}.`)
  // If the process of a probe is killed, the next probe is admitted after this time.
  await updateVendor(db, name, { pausedUntil: new Date(now.getTime() + longestTryMs), changedAt: now })
  return { isProbe: true }
}

async function recordVendorSuccess({ db, clock }: VendorStateDeps, vendor: string): Promise<void> {
  const known = await findVendor(db, vendor)
  if (!known || (known.failures === 0 && !known.pausedUntil)) return
  await updateVendor(db, vendor, { failures: 0, pausedUntil: null, changedAt: clock.now() })
}

/** A failure of a batch sent before the pause is ignored. A failed probe doubles the pause. */
const recordVendorFailure = (
  deps: VendorStateDeps,
  vendor: string,
  lastError: string,
  { isProbe }: { isProbe: boolean },
) =>
  inTransaction(deps, async ({ db, clock }) => {
    const changedAt = clock.now()
    await insertVendor(db, vendor, changedAt)
    const state = await lockVendor(db, vendor)
    const isPaused = (state?.failures ?? 0) >= failuresBeforePause
    if (isPaused && !isProbe) return
    const failures = (state?.failures ?? 0) + 1
    const pauseMs = getPauseMs(failures)
    const pausedUntil = pauseMs > 0 ? new Date(changedAt.getTime() + pauseMs) : null
    await updateVendor(db, vendor, { failures, pausedUntil, lastError, changedAt })
  })

const releaseProbe = ({ db, clock }: VendorStateDeps, vendor: string) =>
  updateVendor(db, vendor, { pausedUntil: clock.now(), changedAt: clock.now() })
