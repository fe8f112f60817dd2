import { createHash } from 'node:crypto'
import type { Bucket } from '@dooryard/contract/credit-history'

/** Of an account, or of the ledger as a whole. `says` is a sentence without its full stop. */
export type Problem = { userId?: string; entryId?: string; says: string }

// Whole numbers of any size: whoever edits the database is not bound by what a number can hold.
type Sums = Record<Bucket, { available: bigint; held: bigint }>

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

export const walkFromNothing = (): Walk => ({
  count: 0n,
  lastId: null,
  head: sha256(''),
  sums: { SUBSCRIPTION: { available: 0n, held: 0n }, ON_DEMAND: { available: 0n, held: 0n } },
})

/** Goes on from what the entry says, so that one that was altered is named once and not all that come after it. */
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

export const inWords = ({ userId, entryId, says }: Problem): string =>
  `${userId ? `Account of user ${userId}` : 'The ledger'}${entryId ? `, entry ${entryId}` : ''}: ${says}.`

/** An entry as the database has it: whole numbers of any size, and the time in seconds with six decimals. */
export type EntryFacts = {
  userId: string
  seq: bigint
  id: bigint
  type: string
  bucket: string
  amount: bigint
  held: bigint
  balanceAfter: bigint
  heldAfter: bigint
  marked: bigint
  orderId: string | null
  transactionId: string | null
  reason: string | null
  actor: string
  epoch: string
}

/**
 * What is hashed of an entry: a list of all its columns, as docs/operations.md says it. The database writes the same by
 * `credit_entry_text`, whose word is not taken for it: whoever owns a database can replace its functions.
 */
export function entryText(entry: EntryFacts): string {
  const { userId, seq, id, type, bucket, amount, held, balanceAfter, heldAfter, marked } = entry
  const texts = [entry.orderId, entry.transactionId, entry.reason, entry.actor].map(quoted)
  const microseconds = entry.epoch.replace('.', '')
  const numbers = [amount, held, balanceAfter, heldAfter]
  const items = [quoted(userId), seq, id, quoted(type), quoted(bucket), ...numbers, ...texts, microseconds, marked]
  return `[${items.join(', ')}]`
}

const quoted = (text: string | null) => JSON.stringify(text)

/** How many entries an account had, and the hash of the last of them, as noted at some time. */
export type NotedHead = { userId: string; count: bigint; hash: string }

/** How the head of an account is noted: one line for each. */
export const headLine = ({
  userId,
  entryCount,
  headHash,
}: Pick<Account, 'userId' | 'entryCount' | 'headHash'>): string => `${userId} ${entryCount} ${headHash.toString('hex')}`

const line = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([0-9]{1,18}) ([0-9a-f]{64})$/

/**
 * The heads that a text notes. Throws where a line of it is none, since an unread line would be an account unproved.
 */
export function readHeads(text: string): NotedHead[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines.map((each, at) => {
    const [, userId, count, hash] = line.exec(each) ?? []
    if (!userId || !count || !hash) throw new Error(`Line ${at + 1} is not "user entries hash", as --save writes it.`)
    return { userId, count: BigInt(count), hash }
  })
}

/**
 * Compares a ledger with what was noted of it: an account that was noted is still there, and the entry that was its
 * last one then has the same number and hash. What came after is free.
 */
export function compareWithNoted(noted: readonly NotedHead[]) {
  const missing = new Map(noted.map((head) => [head.userId, head]))
  const accounts = new Set<string>()
  return {
    account: (userId: string) => {
      accounts.add(userId)
      if (missing.get(userId)?.count === 0n) missing.delete(userId)
    },
    entry: ({ userId, seq, hash }: { userId: string; seq: bigint; hash: Buffer }) => {
      const head = missing.get(userId)
      if (head?.count === seq && head.hash === hash.toString('hex')) missing.delete(userId)
    },
    problems: (): Problem[] =>
      [...missing.values()].map(({ userId, count }) => ({
        userId,
        says: accounts.has(userId)
          ? `its entry number ${count} is not the one that was noted`
          : `it was noted at entry number ${count} and is gone`,
      })),
  }
}
