import { createHash } from 'node:crypto'
import type { Bucket } from '@dooryard/contract/credit-history'
import { type EntryFacts, entryText } from './entry-text-rules.ts'
import { headLine } from './noted-heads-rules.ts'

/**
 * Something that does not add up, of an account or of the ledger as a whole. `says` is a sentence without its full
 * stop.
 */
export type Problem = { userId?: string; entryId?: string; says: string }

// Whole numbers of any size: whoever edits the database is not bound by what a number can hold.
type Sums = Record<Bucket, { available: bigint; held: bigint }>

/** An account up to one of its entries. */
export type Walk = { count: bigint; lastId: bigint | null; head: Buffer; sums: Sums }

type Entry = EntryFacts & { previousHash: Buffer; hash: Buffer }

type Account = {
  userId: string
  entryCount: bigint
  headHash: Buffer
  subscriptionAvailable: bigint
  subscriptionHeld: bigint
  onDemandAvailable: bigint
  onDemandHeld: bigint
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Before the first entry there is nothing. */
export const walkFromNothing = (): Walk => ({
  count: 0n,
  lastId: null,
  head: sha256(''),
  sums: { SUBSCRIPTION: { available: 0n, held: 0n }, ON_DEMAND: { available: 0n, held: 0n } },
})

/**
 * Whether an entry follows from the ones before it of its account: what is wrong with it, and where the walk stands
 * after it. It goes on from what the entry says, so that one that was altered is named once and not all that come after
 * it.
 */
export function step(walk: Walk, entry: Entry): { problems: Problem[]; walk: Walk } {
  const bucket: Bucket = entry.bucket === 'SUBSCRIPTION' ? 'SUBSCRIPTION' : 'ON_DEMAND'
  const before = walk.sums[bucket]
  const missing = entry.seq - walk.count - 1n
  const complaints: string[] = []
  if (missing > 0n)
    complaints.push(missing === 1n ? 'the entry before it is missing' : `${missing} before it are missing`)
  else if (!entry.previousHash.equals(walk.head)) complaints.push('it does not follow from the entry before it')
  if (!sha256(Buffer.concat([entry.previousHash, Buffer.from(entryText(entry))])).equals(entry.hash))
    complaints.push('it does not say what it said when it was written')
  // Where entries are missing there is nothing to add to, and that is said already.
  const adds = entry.balanceAfter === before.available + entry.amount && entry.heldAfter === before.held + entry.held
  if (missing === 0n && !adds) complaints.push('its balance is not the one before it and its amount')
  if (walk.lastId !== null && entry.id <= walk.lastId) complaints.push('its id is not above that of the one before it')
  const after = { available: entry.balanceAfter, held: entry.heldAfter }
  return {
    problems: complaints.map((says) => ({ userId: entry.userId, entryId: String(entry.id), says })),
    walk: { count: entry.seq, lastId: entry.id, head: entry.hash, sums: { ...walk.sums, [bucket]: after } },
  }
}

/** What is wrong with an account, after all of its entries. */
export function arrival({ count, head, sums }: Walk, account: Account): Problem[] {
  const complaints: string[] = []
  if (count !== account.entryCount) complaints.push(`the account counts ${account.entryCount} entries and has ${count}`)
  else if (!head.equals(account.headHash)) complaints.push('the account ends with another entry than its last')
  const said = [
    ['subscription credits to spend', account.subscriptionAvailable, sums.SUBSCRIPTION.available],
    ['subscription credits held', account.subscriptionHeld, sums.SUBSCRIPTION.held],
    ['on-demand credits to spend', account.onDemandAvailable, sums.ON_DEMAND.available],
    ['on-demand credits held', account.onDemandHeld, sums.ON_DEMAND.held],
  ] as const
  for (const [what, here, there] of said)
    if (here !== there) complaints.push(`the account has ${here} ${what}, and by its entries ${there}`)
  return complaints.map((says) => ({ userId: account.userId, says }))
}

/** One hash for the heads of all accounts, in their order: that of the file in which they are noted. */
export function digestOfHeads() {
  const hash = createHash('sha256')
  return { add: (account: Account) => void hash.update(`${headLine(account)}\n`), digest: () => hash.digest('hex') }
}

/** A problem as a sentence. */
export const inWords = ({ userId, entryId, says }: Problem): string =>
  `${userId ? `Account of user ${userId}` : 'The ledger'}${entryId ? `, entry ${entryId}` : ''}: ${says}.`
