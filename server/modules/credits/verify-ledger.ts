import { bucketCredits } from '@dooryard/contract/credit-history'
import type { Db } from '../../platform/postgres/database.ts'
import {
  arrival,
  compareWithNoted,
  digestOfHeads,
  headLine,
  type NotedHead,
  type Problem,
  step,
  type Walk,
  walkFromNothing,
} from './ledger-proof-rules.ts'
import {
  atOneMoment,
  type LedgerAccount,
  type SelectPayments,
  selectAccounts,
  selectGuards,
  selectLinks,
  selectStrayHolds,
  selectStrayPayments,
  selectUnheld,
} from './verify-ledger.queries.ts'

export type LedgerProof = {
  isIntact: boolean
  accounts: number
  entries: number
  /** Over the count and the newest hash of every account: who notes it elsewhere can tell this ledger from another. */
  digest: string
  problems: Problem[]
}

const accountsAtOnce = 1_000
const entriesAtOnce = 1_000
const problemsTold = 20

type Options = {
  noted?: readonly NotedHead[] | undefined
  onHead?: (line: string) => void
}

/** Proves that entries are chained, sums are balances, holds and payments agree, and triggers are at work. */
export const verifyLedger = (
  db: Db,
  selectPayments: SelectPayments,
  { noted = [], onHead }: Options = {},
): Promise<LedgerProof> =>
  atOneMoment(db, async (still) => {
    const compare = compareWithNoted(noted)
    const problems: Problem[] = []
    const tell = (found: readonly Problem[]) =>
      void problems.push(...found.slice(0, Math.max(0, problemsTold - problems.length)))
    const heads = digestOfHeads()
    let accounts = 0
    let entries = 0
    let after: string | null = null
    for (;;) {
      const batch: LedgerAccount[] = await selectAccounts(still, after, accountsAtOnce)
      const isLast = batch.length < accountsAtOnce
      // Whatever comes after the last account belongs to none, and is found by having no account in its batch.
      const upTo = isLast ? null : (batch.at(-1)?.userId ?? null)
      entries += await walkAccounts(still, batch, { after, upTo }, { tell, onEntry: compare.entry })
      accounts += batch.length
      for (const account of batch) {
        heads.add(account)
        compare.account(account.userId)
        onHead?.(headLine(account))
      }
      if (isLast) break
      after = upTo
    }
    tell(compare.problems())
    tell(await holdProblems(still))
    tell(await paymentProblems(still, selectPayments))
    tell(await guardProblems(still))
    return { isIntact: problems.length === 0, accounts, entries, digest: heads.digest(), problems }
  })

type Witness = { tell: (found: readonly Problem[]) => void; onEntry: (entry: Link) => void }
type Link = Awaited<ReturnType<typeof selectLinks>>[number]

async function walkAccounts(
  db: Db,
  accounts: readonly LedgerAccount[],
  range: { after: string | null; upTo: string | null },
  { tell, onEntry }: Witness,
): Promise<number> {
  const walks = new Map<string, Walk>(accounts.map(({ userId }) => [userId, walkFromNothing()]))
  let entries = 0
  let last: Link | undefined
  for (;;) {
    const links: Link[] = await selectLinks(db, range, last, entriesAtOnce)
    for (const link of links) {
      onEntry(link)
      const walk = walks.get(link.userId)
      if (!walk) {
        tell([{ userId: link.userId, entryId: String(link.id), says: 'it belongs to no account' }])
        continue
      }
      const next = step(walk, link)
      tell(next.problems)
      walks.set(link.userId, next.walk)
    }
    entries += links.length
    last = links.at(-1)
    if (links.length < entriesAtOnce) break
  }
  for (const account of accounts) tell(arrival(walks.get(account.userId) ?? walkFromNothing(), account))
  return entries
}

async function holdProblems(db: Db): Promise<Problem[]> {
  const unheld = await selectUnheld(db, problemsTold)
  const stray = await selectStrayHolds(db, problemsTold)
  return [
    ...unheld.map(({ userId, bucket, held, open }) => ({
      userId,
      says: `the account has ${held} ${bucketCredits[bucket]}s held, and its open holds ${open}`,
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

async function paymentProblems(db: Db, selectPayments: SelectPayments): Promise<Problem[]> {
  const stray = await selectStrayPayments(db, selectPayments, problemsTold)
  return stray.map(({ userId, paymentId, brought, given, wentBack }) => ({
    userId,
    says: strayPayment({ payment: `payment ${paymentId}`, brought, given, wentBack }),
  }))
}

type Stray = { payment: string; brought: string | null; given: string; wentBack: string }

function strayPayment({ payment, brought, given, wentBack }: Stray): string {
  if (brought === null) return `${given} credits were given for ${payment}, and there is no such payment of this user`
  if (brought !== given) return `${payment} brought ${brought} credits, and ${given} were given for it`
  return `${payment} brought ${brought} credits, and ${wentBack} went back with it`
}

async function guardProblems(db: Db): Promise<Problem[]> {
  const { triggers, functions } = await selectGuards(db)
  return [
    ...triggers.map((name) => ({ says: `the trigger ${name} is missing, off, or not what it was` })),
    ...functions.map((name) => ({ says: `the function ${name} is missing, doubled, or not what it was` })),
  ]
}
