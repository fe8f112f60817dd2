import type { SandboxAdvance, SandboxClock } from '@dooryard/contract/payments'
import { dayMs } from '@dooryard/contract/time'
import { audit } from '../../../platform/audit.ts'
import type { Context, Services } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { inSandbox, runDue } from './in-sandbox.ts'
import { clockAhead, setClockAhead } from './sandbox.queries.ts'

export const showClock = async ({ db, clock }: Services): Promise<SandboxClock> =>
  present(clock.now(), await clockAhead(db))

const present = (now: Date, offsetMs: number): SandboxClock => ({
  now: new Date(now.getTime() + offsetMs).toISOString(),
  daysAhead: Math.floor(offsetMs / dayMs),
})

/** Moves the clock on, and does all that falls due on the way. */
export const moveClock = (services: Services, { days }: SandboxAdvance): Promise<SandboxClock> =>
  inSandbox(services, async (box) => {
    const offsetMs = box.offsetMs + days * dayMs
    await runDue(box, new Date(box.now.getTime() + days * dayMs))
    await setClockAhead(box.db, offsetMs)
    return present(new Date(box.now.getTime() - box.offsetMs), offsetMs)
  })

export const advanceClock = (ctx: Context, advance: SandboxAdvance): Promise<SandboxClock> =>
  inTransaction(ctx, async (inside) => {
    const clock = await moveClock(inside, advance)
    const before = { daysAhead: clock.daysAhead - advance.days }
    await audit(inside, { action: 'sandbox.clock_advanced', before, after: { ...advance, ...clock } })
    return clock
  })
