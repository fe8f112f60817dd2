import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs, hourMs } from '@dooryard/contract/api/time'
import { z } from 'zod'
import type { Services } from '../../../platform/context.ts'
import { addJob, type Task } from '../../../platform/jobs/jobs.ts'
import { listAdministratorEmails } from '../../../platform/lists/owners.queries.ts'
import { type Mail, queueMail } from '../../../platform/mail/mail.ts'
import { brokenLedgerMail, unfinishedCheckMail } from '../../../platform/mail/templates/administrators.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { formatLedgerProblem } from './ledger-proof-rules.ts'
import { insertCheck, type LedgerCheck, lockCheck, type SelectPayments, updateCheck } from './verify-ledger.queries.ts'
import { type LedgerProof, verifyLedger } from './verify-ledger.ts'

export const verifyLedgerJob = 'verify-ledger'

const Payload = z.object({ day: z.iso.date() })

/** In UTC: before dawn from coast to coast, and the evening before in Hawaii. */
const dailyHour = 9
const overdueAfterMs = hourMs

type LedgerCheckDeps = Pick<Services, 'db' | 'clock' | 'secrets' | 'log' | 'publicUrl'>

/**
 * Adds the job once a day, regardless of how many processes call it. Notifies administrators of a check that takes
 * over an hour.
 */
export async function addVerifyLedgerJob(services: LedgerCheckDeps): Promise<void> {
  const now = services.clock.now()
  const isDue = now.getUTCHours() >= dailyHour
  const day = new Date(now.getTime() - (isDue ? 0 : dayMs)).toISOString().slice(0, 10)
  await inTransaction(services, async (tx) => {
    const check = await (isDue ? claimCheck(tx, day) : lockOpenCheck(tx, day))
    if (check) {
      if (now.getTime() - check.startedAt.getTime() >= overdueAfterMs) await notifyOverdueCheck(tx, day, check)
    } else if (isDue) {
      await saveCheck(tx, day, createLedgerCheck(now))
      await addJob(tx.db, verifyLedgerJob, { day })
    }
  })
}

export const runVerifyLedger =
  (services: Services, selectPayments: SelectPayments): Task =>
  async (payload, { attempt, maxAttempts }) => {
    const { day } = Payload.parse(payload)
    if (await inTransaction(services, async (tx) => (await lockOpenCheck(tx, day))?.checkedAt)) return
    try {
      await recordProof(services, day, await verifyLedger(services.db, selectPayments))
    } catch (error) {
      if (attempt >= maxAttempts)
        await inTransaction(services, async (tx) => {
          const check = (await claimCheck(tx, day)) ?? createLedgerCheck(tx.clock.now())
          await notifyOverdueCheck(tx, day, check)
        })
      throw error
    }
  }

const recordProof = (services: Services, day: string, { digest, problems, ...counts }: LedgerProof): Promise<void> =>
  inTransaction(services, async (tx) => {
    const { log } = tx
    const { isIntact, accounts, entries } = counts
    const check = (await claimCheck(tx, day)) ?? createLedgerCheck(tx.clock.now())
    // Another run of the same job has already reported the result.
    if (check.checkedAt) return
    const outcome = { ...counts, digest: Buffer.from(digest, 'hex'), checkedAt: tx.clock.now() }
    await saveCheck(tx, day, { ...check, ...outcome })
    if (isIntact) return log.info({ accounts, entries, digest }, 'the ledger is intact')
    log.error({ accounts, entries, digest, problems }, 'the ledger is broken')
    const summary = { accounts, entries, problems: problems.map(formatLedgerProblem) }
    await notifyAdministrators(tx, (email) => brokenLedgerMail(tx, { email }, summary))
  })

async function notifyOverdueCheck(tx: LedgerCheckDeps, day: string, check: LedgerCheck): Promise<void> {
  if (check.checkedAt || check.alertedAt) return
  await saveCheck(tx, day, { ...check, alertedAt: tx.clock.now() })
  tx.log.error({ day, startedAt: check.startedAt }, 'the check of the ledger has not ended')
  await notifyAdministrators(tx, (email) => unfinishedCheckMail(tx, { email }))
}

async function notifyAdministrators(tx: LedgerCheckDeps, mail: (email: string) => Mail) {
  for (const email of await listAdministratorEmails(tx.db)) await queueMail(tx, mail(email))
}

type LedgerCheckContext = Pick<Services, 'db' | 'secrets'>

const createLedgerCheck = (at: Date): LedgerCheck => ({
  startedAt: at,
  isIntact: null,
  accounts: null,
  entries: null,
  digest: null,
  checkedAt: null,
  alertedAt: null,
})

/** Locks and returns the check of a day. A row without a valid signature of the portal is ignored. */
async function lockOpenCheck(tx: LedgerCheckContext, day: string): Promise<LedgerCheck | undefined> {
  const row = await lockCheck(tx.db, day)
  if (!row?.startedAt || !row.signature) return undefined
  const { signature, day: _, ...noted } = row
  const check = { ...noted, startedAt: row.startedAt }
  const expected = signCheck(tx, day, check)
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? check : undefined
}

/** Like `lockOpenCheck`, but also locks a day without a check, so that no other process starts one. */
async function claimCheck(tx: LedgerCheckContext, day: string): Promise<LedgerCheck | undefined> {
  await insertCheck(tx.db, day)
  return lockOpenCheck(tx, day)
}

const saveCheck = async (tx: LedgerCheckContext, day: string, check: LedgerCheck): Promise<void> => {
  await updateCheck(tx.db, day, { ...check, signature: signCheck(tx, day, check) })
}

function signCheck({ secrets }: Pick<Services, 'secrets'>, day: string, check: LedgerCheck): Buffer {
  const { startedAt, isIntact, accounts, entries, digest, checkedAt, alertedAt } = check
  const facts = [day, startedAt, isIntact, accounts, entries, digest?.toString('hex') ?? null, checkedAt, alertedAt]
  return createHmac('sha256', secrets.derive('ledger checks')).update(JSON.stringify(facts)).digest()
}
