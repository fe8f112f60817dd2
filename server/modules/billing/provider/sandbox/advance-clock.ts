import { dayMs } from '@dooryard/contract/api/time'
import type { SandboxAdvance, SandboxClock } from '@dooryard/contract/billing/payments'
import { audit } from '../../../../platform/audit.ts'
import type { Context, Services } from '../../../../platform/context.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { getClockOffset, setClockOffset } from './sandbox.queries.ts'
import { assertHistoryWritten, runDueSteps, withSandboxLock } from './sandbox-context.ts'

export const getClock = async ({ db, clock }: Services): Promise<SandboxClock> =>
  presentClock(clock.now(), await getClockOffset(db))

const presentClock = (now: Date, offsetMs: number): SandboxClock => ({
  now: new Date(now.getTime() + offsetMs).toISOString(),
  daysAhead: Math.floor(offsetMs / dayMs),
})

/** Advances the clock and runs everything that falls due on the way. */
export const moveClock = (services: Services, { days }: SandboxAdvance): Promise<SandboxClock> =>
  withSandboxLock(services, async (sandbox) => {
    const offsetMs = sandbox.offsetMs + days * dayMs
    await runDueSteps(sandbox, new Date(sandbox.now.getTime() + days * dayMs))
    await setClockOffset(sandbox.db, offsetMs)
    return presentClock(new Date(sandbox.now.getTime() - sandbox.offsetMs), offsetMs)
  })

export const advanceClock = (ctx: Context, advance: SandboxAdvance): Promise<SandboxClock> =>
  inTransaction(ctx, async (tx) => {
    await assertHistoryWritten(tx.db)
    const clock = await moveClock(tx, advance)
    const before = { daysAhead: clock.daysAhead - advance.days }
    await audit(tx, { action: 'sandbox.clock_advanced', before, after: { ...advance, ...clock } })
    return clock
  })
