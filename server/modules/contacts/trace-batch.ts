import { createHash } from 'node:crypto'
import { toWholeSecond } from '../../platform/clock.ts'
import type { Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { failuresBeforePause, pauseAfter, reuseFrom, utcDay } from './contact-rules.ts'
import { type ContactVendor, type TracedOwner, VendorError, vendorUnavailable } from './contact-vendor.ts'
import { mirror } from './mirror-traces.ts'
import { claimOwners, claimSignMs, dropClaims, keepClaims, keepTraces, tracedSince } from './traces.queries.ts'
import { changeVendor, enterVendor, findVendor, giveBack, lockVendor, spend } from './vendors.queries.ts'

/** `elsewhere`: somebody else asks about these right now. */
export type TracedBatch = { asked: number; leftOut: number; elsewhere: TracedOwner[] }

type Permission = { batch: string; day: string; isProbe: boolean; mine: TracedOwner[] }

/** Claims, the day's count and the right to ask are one transaction, before the vendor hears of it. */
export async function traceBatch(
  services: Services,
  vendor: ContactVendor,
  owners: readonly TracedOwner[],
  signal: AbortSignal | undefined,
): Promise<TracedBatch> {
  const { permission, leftOut, elsewhere } = await claim(services, vendor, owners)
  if (permission.mine.length > 0) await askAndKeep(services, vendor, permission, signal)
  return { asked: permission.mine.length, leftOut, elsewhere }
}

const claim = (services: Services, vendor: ContactVendor, owners: readonly TracedOwner[]) =>
  inTransaction(services, async (inside) => {
    const { db, clock } = inside
    const { name, dailyLimit } = vendor
    const now = clock.now()
    const day = utcDay(now)
    const batch = newId()
    const keys = owners.map(({ ownerKey }) => ownerKey)
    const claimed = await claimOwners(db, { vendor: name, batch }, keys)
    // Asked for after the claim: whoever had it before has kept an answer by then, if there was one.
    const kept = await tracedSince(db, name, reuseFrom(now), keys)
    const isClaimed = new Set(claimed)
    const wanted = owners.filter(({ ownerKey }) => isClaimed.has(ownerKey) && !kept.has(ownerKey))
    const elsewhere = owners.filter(({ ownerKey }) => !isClaimed.has(ownerKey) && !kept.has(ownerKey))
    const granted = wanted.length > 0 ? await spend(db, { vendor: name, day }, wanted.length, dailyLimit) : 0
    const mine = wanted.slice(0, granted)
    const isMine = new Set(mine.map(({ ownerKey }) => ownerKey))
    const unwanted = claimed.filter((key) => !isMine.has(key))
    await dropClaims(db, batch, unwanted)
    const { isProbe } = granted > 0 ? await admit(inside, vendor) : { isProbe: false }
    const permission: Permission = { batch, day, isProbe, mine }
    return { permission, leftOut: wanted.length - granted, elsewhere }
  })

async function askAndKeep(
  services: Services,
  vendor: ContactVendor,
  permission: Permission,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { name } = vendor
  const { batch, day, mine, isProbe } = permission
  const idempotencyKey = keyOf(name, day, mine)
  const alive = showLife(services, batch)
  try {
    const found = await vendor.ask(mine, { idempotencyKey, signal, ...(isProbe && { tries: 1 }) })
    const tracedAt = toWholeSecond(services.clock.now())
    const traces = mine.map(({ ownerKey }) => ({ ownerKey, contacts: found.get(ownerKey) ?? [] }))
    await inTransaction(services, async (inside) => {
      await keepTraces(inside.db, name, tracedAt, traces)
      await dropClaims(inside.db, batch)
      await noteSuccess(inside, name)
    })
    await mirror(
      services,
      traces.map((trace) => ({ ...trace, vendor: name, tracedAt })),
    )
  } catch (error) {
    await noteTrouble(services, name, permission, error)
    throw error
  } finally {
    alive.stop()
  }
}

/** Nothing stays claimed, and only what the vendor may have worked on stays counted. */
const noteTrouble = (services: Services, vendor: string, permission: Permission, error: unknown) =>
  inTransaction(services, async (inside) => {
    const { batch, day, isProbe, mine } = permission
    await dropClaims(inside.db, batch)
    if (error instanceof VendorError) {
      if (!error.wasProcessed) await giveBack(inside.db, { vendor, day }, mine.length)
      await noteFailure(inside, vendor, error.message, { isProbe })
    } else if (isProbe) await giveUpProbe(inside, vendor)
  })

/** The same for the same owners on a day, so that a vendor can tell a repeated batch, by a process after a killed one too. */
function keyOf(vendor: string, day: string, owners: readonly TracedOwner[]): string {
  const keys = owners.map(({ ownerKey }) => ownerKey).sort()
  return createHash('sha256')
    .update([vendor, day, ...keys].join('\n'))
    .digest('hex')
}

function showLife({ db, log }: Services, batch: string) {
  const timer = setInterval(() => {
    keepClaims(db, batch).catch((error) => log.warn({ err: error }, 'claims of owners could not be kept'))
  }, claimSignMs)
  return { stop: () => clearInterval(timer) }
}

type Stores = Pick<Services, 'db' | 'clock'>

/** After the pause the first who comes probes whether it works again; UNAVAILABLE for all others, by any process. */
async function admit({ db, clock }: Stores, { name, longestTryMs }: ContactVendor) {
  const known = await findVendor(db, name)
  if (!known || known.failures < failuresBeforePause) return { isProbe: false }
  const locked = await lockVendor(db, name)
  if (!locked || locked.failures < failuresBeforePause) return { isProbe: false }
  const now = clock.now()
  if (locked.pausedUntil && locked.pausedUntil > now)
    throw vendorUnavailable(name, `${name} is not asked for contacts until ${locked.pausedUntil.toISOString()}.`)
  // A probe whose process is killed leaves the next to another after that.
  await changeVendor(db, name, { pausedUntil: new Date(now.getTime() + longestTryMs), changedAt: now })
  return { isProbe: true }
}

async function noteSuccess({ db, clock }: Stores, vendor: string): Promise<void> {
  const known = await findVendor(db, vendor)
  if (!known || (known.failures === 0 && !known.pausedUntil)) return
  await changeVendor(db, vendor, { failures: 0, pausedUntil: null, changedAt: clock.now() })
}

/** A batch sent before a pause began says nothing new; a probe that fails doubles the pause. */
const noteFailure = (stores: Stores, vendor: string, lastError: string, { isProbe }: { isProbe: boolean }) =>
  inTransaction(stores, async ({ db, clock }) => {
    const changedAt = clock.now()
    await enterVendor(db, vendor, changedAt)
    const state = await lockVendor(db, vendor)
    const isPaused = (state?.failures ?? 0) >= failuresBeforePause
    if (isPaused && !isProbe) return
    const failures = (state?.failures ?? 0) + 1
    const pauseMs = pauseAfter(failures)
    const pausedUntil = pauseMs > 0 ? new Date(changedAt.getTime() + pauseMs) : null
    await changeVendor(db, vendor, { failures, pausedUntil, lastError, changedAt })
  })

const giveUpProbe = ({ db, clock }: Stores, vendor: string) =>
  changeVendor(db, vendor, { pausedUntil: clock.now(), changedAt: clock.now() })
