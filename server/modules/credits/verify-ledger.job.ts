import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs, hourMs } from '@dooryard/contract/time'
import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { addJob, type Task } from '../../platform/jobs.ts'
import { type Mail, queueMail } from '../../platform/mail/mail.ts'
import { brokenLedgerMail, unfinishedCheckMail } from '../../platform/mail/templates/administrators.ts'
import { listAdministratorEmails } from '../../platform/owners.queries.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { inWords } from './ledger-proof-rules.ts'
import { insertCheck, type LedgerCheck, lockCheck, type SelectPayments, updateCheck } from './verify-ledger.queries.ts'
import { type LedgerProof, verifyLedger } from './verify-ledger.ts'

export const verifyLedgerJob = 'verify-ledger'

const Payload = z.object({ day: z.iso.date() })

/** In UTC: before dawn from coast to coast, and the evening before in Hawaii. */
const hour = 9
const lateAfterMs = hourMs

type Checker = Pick<Services, 'db' | 'clock' | 'secrets' | 'log' | 'publicUrl'>

/** Adds the job once a day, however many processes ask, and tells administrators of one that takes over an hour. */
export async function addVerifyLedgerJob(services: Checker): Promise<void> {
  const now = services.clock.now()
  const isDue = now.getUTCHours() >= hour
  const day = new Date(now.getTime() - (isDue ? 0 : dayMs)).toISOString().slice(0, 10)
  await inTransaction(services, async (inside) => {
    const check = await (isDue ? claimCheck(inside, day) : openCheck(inside, day))
    if (check) {
      if (now.getTime() - check.startedAt.getTime() >= lateAfterMs) await tellLate(inside, day, check)
    } else if (isDue) {
      await keepCheck(inside, day, begunAt(now))
      await addJob(inside.db, verifyLedgerJob, { day })
    }
  })
}

export const runVerifyLedger =
  (services: Services, selectPayments: SelectPayments): Task =>
  async (payload, { attempt, maxAttempts }) => {
    const { day } = Payload.parse(payload)
    if (await inTransaction(services, async (inside) => (await openCheck(inside, day))?.checkedAt)) return
    try {
      await noteProof(services, day, await verifyLedger(services.db, selectPayments))
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

async function tellLate(inside: Checker, day: string, check: LedgerCheck): Promise<void> {
  if (check.checkedAt || check.alertedAt) return
  await keepCheck(inside, day, { ...check, alertedAt: inside.clock.now() })
  inside.log.error({ day, startedAt: check.startedAt }, 'the check of the ledger has not ended')
  await tellAdministrators(inside, (email) => unfinishedCheckMail(inside, { email }))
}

async function tellAdministrators(inside: Checker, mail: (email: string) => Mail) {
  for (const email of await listAdministratorEmails(inside.db)) await queueMail(inside, mail(email))
}

type Keeper = Pick<Services, 'db' | 'secrets'>

const begunAt = (at: Date): LedgerCheck => ({
  startedAt: at,
  isIntact: null,
  accounts: null,
  entries: null,
  digest: null,
  checkedAt: null,
  alertedAt: null,
})

/** Locked. A row without the portal's seal was written by somebody else and counts as none. */
async function openCheck(inside: Keeper, day: string): Promise<LedgerCheck | undefined> {
  const row = await lockCheck(inside.db, day)
  if (!row?.startedAt || !row.signature) return undefined
  const { signature, day: _, ...noted } = row
  const check = { ...noted, startedAt: row.startedAt }
  const right = sealOf(inside, day, check)
  return signature.length === right.length && timingSafeEqual(signature, right) ? check : undefined
}

/** Like `openCheck`, and where none has begun nobody else begins it meanwhile. */
async function claimCheck(inside: Keeper, day: string): Promise<LedgerCheck | undefined> {
  await insertCheck(inside.db, day)
  return openCheck(inside, day)
}

const keepCheck = async (inside: Keeper, day: string, check: LedgerCheck): Promise<void> => {
  await updateCheck(inside.db, day, { ...check, signature: sealOf(inside, day, check) })
}

function sealOf({ secrets }: Pick<Services, 'secrets'>, day: string, check: LedgerCheck): Buffer {
  const { startedAt, isIntact, accounts, entries, digest, checkedAt, alertedAt } = check
  const facts = [day, startedAt, isIntact, accounts, entries, digest?.toString('hex') ?? null, checkedAt, alertedAt]
  return createHmac('sha256', secrets.derive('ledger checks')).update(JSON.stringify(facts)).digest()
}
