import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { failuresBeforePause, pauseAfter } from './contact-rules.ts'
import { type ContactVendor, vendorUnavailable } from './contact-vendor.ts'
import { changeVendor, enterVendor, findVendor, lockVendor } from './vendors.queries.ts'

type Stores = Pick<Services, 'db' | 'clock'>

/**
 * Whether a vendor may be asked now, by any process. While it is left alone nobody may, which is told as UNAVAILABLE.
 * After that it is left alone on, but for whoever comes first, whose batch finds out whether it works again: `isProbe`.
 */
export async function admit({ db, clock }: Stores, { name, longestTryMs }: ContactVendor) {
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

export async function noteSuccess({ db, clock }: Stores, vendor: string): Promise<void> {
  const known = await findVendor(db, vendor)
  if (!known || (known.failures === 0 && !known.pausedUntil)) return
  await changeVendor(db, vendor, { failures: 0, pausedUntil: null, changedAt: clock.now() })
}

/** A batch sent before a pause began says nothing new; a probe that fails doubles the pause. */
export const noteFailure = (stores: Stores, vendor: string, lastError: string, { isProbe }: { isProbe: boolean }) =>
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

export const giveUpProbe = ({ db, clock }: Stores, vendor: string) =>
  changeVendor(db, vendor, { pausedUntil: clock.now(), changedAt: clock.now() })
