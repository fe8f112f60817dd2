import { dayMs } from '@dooryard/contract/time'
import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { addJob, type Task } from '../../platform/jobs.ts'
import { type Mail, queueMail } from '../../platform/mail/mail.ts'
import { brokenLedgerMail, unfinishedCheckMail } from '../../platform/mail/templates/administrators.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { begunAt, claimCheck, keepCheck, type LedgerCheck, openCheck } from './ledger-check.ts'
import { inWords } from './ledger-proof-rules.ts'
import { administratorEmails } from './people.queries.ts'
import { type LedgerProof, verifyLedger } from './verify-ledger.ts'

export const verifyLedgerJob = 'verify-ledger'

const Payload = z.object({ day: z.iso.date() })

/** In UTC: before dawn from coast to coast, and the evening before in Hawaii. */
const hour = 9
const lateAfterMs = 3_600_000

type Checker = Pick<Services, 'db' | 'clock' | 'secrets' | 'log' | 'publicUrl'>

/**
 * Adds the job that verifies the ledger, once a day however many processes ask for it, and tells the administrators of
 * one that has not ended an hour later.
 */
export async function addVerifyLedgerJob(services: Checker): Promise<void> {
  const now = services.clock.now()
  const isDue = now.getUTCHours() >= hour
  const day = new Date(now.getTime() - (isDue ? 0 : dayMs)).toISOString().slice(0, 10)
  await inTransaction(services, async (inside) => {
    const check = await (isDue ? claimCheck(inside, day) : openCheck(inside, day))
    if (check) {
      if (now.getTime() - check.begunAt.getTime() >= lateAfterMs) await tellLate(inside, day, check)
    } else if (isDue) {
      await keepCheck(inside, day, begunAt(now))
      await addJob(inside.db, verifyLedgerJob, { day })
    }
  })
}

/**
 * Verifies the ledger and notes what came of it. Of a broken one the log and every administrator are told, once a day.
 */
export const runVerifyLedger =
  (services: Services): Task =>
  async (payload, { attempt, maxAttempts }) => {
    const { day } = Payload.parse(payload)
    if (await inTransaction(services, async (inside) => (await openCheck(inside, day))?.checkedAt)) return
    try {
      await noteProof(services, day, await verifyLedger(services.db))
    } catch (error) {
      if (attempt >= maxAttempts)
        await inTransaction(services, async (inside) => {
          const check = (await claimCheck(inside, day)) ?? begunAt(inside.clock.now())
          await tellLate(inside, day, check)
        })
      throw error
    }
  }

const noteProof = (services: Services, day: string, { digest, problems, ...counts }: LedgerProof): Promise<void> =>
  inTransaction(services, async (inside) => {
    const { log } = inside
    const { isIntact, accounts, entries } = counts
    const check = (await claimCheck(inside, day)) ?? begunAt(inside.clock.now())
    // Somebody who ran the same job has told of it.
    if (check.checkedAt) return
    const outcome = { ...counts, digest: Buffer.from(digest, 'hex'), checkedAt: inside.clock.now() }
    await keepCheck(inside, day, { ...check, ...outcome })
    if (isIntact) return log.info({ accounts, entries, digest }, 'the ledger is intact')
    log.error({ accounts, entries, digest, problems }, 'the ledger is broken')
    const told = { accounts, entries, problems: problems.map(inWords) }
    await tellAdministrators(inside, (email) => brokenLedgerMail(inside, { email }, told))
  })

/** Tells, once a day, that the check has not ended. */
async function tellLate(inside: Checker, day: string, check: LedgerCheck): Promise<void> {
  if (check.checkedAt || check.lateAt) return
  await keepCheck(inside, day, { ...check, lateAt: inside.clock.now() })
  inside.log.error({ day, begunAt: check.begunAt }, 'the check of the ledger has not ended')
  await tellAdministrators(inside, (email) => unfinishedCheckMail(inside, { email }))
}

async function tellAdministrators(inside: Checker, mail: (email: string) => Mail) {
  for (const email of await administratorEmails(inside.db)) await queueMail(inside, mail(email))
}
