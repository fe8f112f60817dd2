import { bucketCreditNouns } from '@dooryard/contract/billing/credit-history'
import type { Db } from '../../../platform/postgres/database.ts'
import {
  compareWithCheckpoints,
  createCursor,
  createLedgerDigest,
  formatCheckpoint,
  type LedgerCheckpoint,
  type LedgerCursor,
  type LedgerProblem,
  verifyEntry,
  verifyTotals,
} from './ledger-proof-rules.ts'
import {
  findBrokenGuards,
  inSnapshot,
  type LedgerAccount,
  type SelectPayments,
  selectAccounts,
  selectEntryBatch,
  selectHeldMismatches,
  selectHoldMismatches,
  selectPaymentMismatches,
} from './verify-ledger.queries.ts'

export type LedgerProof = {
  isIntact: boolean
  accounts: number
  entries: number
  /** Digest of every account's entry count and head hash. Stored elsewhere, it detects a replaced ledger. */
  digest: string
  problems: LedgerProblem[]
}

const accountBatchSize = 1_000
const entryBatchSize = 1_000
const maxReportedProblems = 20

type VerifyLedgerOptions = {
  noted?: readonly LedgerCheckpoint[] | undefined
  onHead?: (line: string) => void
}

/** Verifies that entries are chained, balances match the entries, holds and payments agree, and triggers are active. */
export const verifyLedger = (
  db: Db,
  selectPayments: SelectPayments,
  { noted = [], onHead }: VerifyLedgerOptions = {},
): Promise<LedgerProof> =>
  inSnapshot(db, async (snapshot) => {
    const compare = compareWithCheckpoints(noted)
    const problems: LedgerProblem[] = []
    const report = (found: readonly LedgerProblem[]) =>
      void problems.push(...found.slice(0, Math.max(0, maxReportedProblems - problems.length)))
    const heads = createLedgerDigest()
    let accounts = 0
    let entries = 0
    let after: string | null = null
    for (;;) {
      const batch: LedgerAccount[] = await selectAccounts(snapshot, after, accountBatchSize)
      const isLast = batch.length < accountBatchSize
      // Entries after the last account belong to none; its batch finds them because they have no account in it.
      const upTo = isLast ? null : (batch.at(-1)?.userId ?? null)
      entries += await verifyAccounts(snapshot, batch, { after, upTo }, { report, onEntry: compare.entry })
      accounts += batch.length
      for (const account of batch) {
        heads.add(account)
        compare.account(account.userId)
        onHead?.(formatCheckpoint(account))
      }
      if (isLast) break
      after = upTo
    }
    report(compare.problems())
    report(await listHoldProblems(snapshot))
    report(await listPaymentProblems(snapshot, selectPayments))
    report(await listGuardProblems(snapshot))
    return { isIntact: problems.length === 0, accounts, entries, digest: heads.digest(), problems }
  })

type VerifyCallbacks = { report: (found: readonly LedgerProblem[]) => void; onEntry: (entry: LedgerEntryRow) => void }
type LedgerEntryRow = Awaited<ReturnType<typeof selectEntryBatch>>[number]

async function verifyAccounts(
  db: Db,
  accounts: readonly LedgerAccount[],
  range: { after: string | null; upTo: string | null },
  { report, onEntry }: VerifyCallbacks,
): Promise<number> {
  const walks = new Map<string, LedgerCursor>(accounts.map(({ userId }) => [userId, createCursor()]))
  let entries = 0
  let last: LedgerEntryRow | undefined
  for (;;) {
    const links: LedgerEntryRow[] = await selectEntryBatch(db, range, last, entryBatchSize)
    for (const entry of links) {
      onEntry(entry)
      const walk = walks.get(entry.userId)
      if (!walk) {
        report([{ userId: entry.userId, entryId: String(entry.id), says: 'it belongs to no account' }])
        continue
      }
      const next = verifyEntry(walk, entry)
      report(next.problems)
      walks.set(entry.userId, next.walk)
    }
    entries += links.length
    last = links.at(-1)
    if (links.length < entryBatchSize) break
  }
  for (const account of accounts) report(verifyTotals(walks.get(account.userId) ?? createCursor(), account))
  return entries
}

async function listHoldProblems(db: Db): Promise<LedgerProblem[]> {
  const unheld = await selectHeldMismatches(db, maxReportedProblems)
  const stray = await selectHoldMismatches(db, maxReportedProblems)
  return [
    ...unheld.map(({ userId, bucket, held, open }) => ({
      userId,
      says: `the account has ${held} ${bucketCreditNouns[bucket]}s held, and its open holds ${open}`,
    })),
    ...stray.map(({ userId, orderId, entryId, hasHold }) => ({
      userId,
      ...(entryId !== null && { entryId }),
      says: hasHold
        ? `the hold of order ${orderId} says something else than its entries do`
        : `there is no hold of order ${orderId}, and entries that tell of one`,
    })),
  ]
}

async function listPaymentProblems(db: Db, selectPayments: SelectPayments): Promise<LedgerProblem[]> {
  const stray = await selectPaymentMismatches(db, selectPayments, maxReportedProblems)
  return stray.map(({ userId, paymentId, brought, given, wentBack }) => ({
    userId,
    says: formatPaymentMismatch({ payment: `payment ${paymentId}`, brought, given, wentBack }),
  }))
}

type PaymentMismatch = { payment: string; brought: string | null; given: string; wentBack: string }

function formatPaymentMismatch({ payment, brought, given, wentBack }: PaymentMismatch): string {
  if (brought === null) return `${given} credits were given for ${payment}, and there is no such payment of this user`
  if (brought !== given) return `${payment} brought ${brought} credits, and ${given} were given for it`
  return `${payment} brought ${brought} credits, and ${wentBack} went back with it`
}

async function listGuardProblems(db: Db): Promise<LedgerProblem[]> {
  const { triggers, functions } = await findBrokenGuards(db)
  return [
    ...triggers.map((name) => ({ says: `the trigger ${name} is missing, off, or not what it was` })),
    ...functions.map((name) => ({ says: `the function ${name} is missing, doubled, or not what it was` })),
  ]
}
