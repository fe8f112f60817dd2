import { createHash } from 'node:crypto'
import type { Bucket } from '@dooryard/contract/billing/credit-history'

/** A problem of an account or of the whole ledger. `says` is a sentence without its full stop. */
export type LedgerProblem = { userId?: string; entryId?: string; says: string }

// Integers of any size: a direct edit of the database is not limited to safe integers.
type Sums = Record<Bucket, { available: bigint; held: bigint }>

export type LedgerCursor = { count: bigint; lastId: bigint | null; head: Buffer; sums: Sums }

type ChainedEntry = EntryRecord & { previousHash: Buffer; hash: Buffer }

type AccountTotals = {
  userId: string
  entryCount: bigint
  headHash: Buffer
  subscriptionAvailable: bigint
  subscriptionHeld: bigint
  onDemandAvailable: bigint
  onDemandHeld: bigint
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

export const createCursor = (): LedgerCursor => ({
  count: 0n,
  lastId: null,
  head: sha256(''),
  sums: { SUBSCRIPTION: { available: 0n, held: 0n }, ON_DEMAND: { available: 0n, held: 0n } },
})

/**
 * Verifies an entry and continues from its stored values, so that an altered entry is reported once rather than with
 * all its successors.
 */
export function verifyEntry(
  walk: LedgerCursor,
  entry: ChainedEntry,
): { problems: LedgerProblem[]; walk: LedgerCursor } {
  const bucket: Bucket = entry.bucket === 'SUBSCRIPTION' ? 'SUBSCRIPTION' : 'ON_DEMAND'
  const before = walk.sums[bucket]
  const missing = entry.seq - walk.count - 1n
  const complaints: string[] = []
  if (missing > 0n)
    complaints.push(missing === 1n ? 'the entry before it is missing' : `${missing} before it are missing`)
  else if (!entry.previousHash.equals(walk.head)) complaints.push('it does not follow from the entry before it')
  if (!sha256(Buffer.concat([entry.previousHash, Buffer.from(serializeEntry(entry))])).equals(entry.hash))
    complaints.push('it does not say what it said when it was written')
  // After missing entries there is no balance to add to, and the gap is already reported.
  const adds = entry.balanceAfter === before.available + entry.amount && entry.heldAfter === before.held + entry.held
  if (missing === 0n && !adds) complaints.push('its balance is not the one before it and its amount')
  if (walk.lastId !== null && entry.id <= walk.lastId) complaints.push('its id is not above that of the one before it')
  const after = { available: entry.balanceAfter, held: entry.heldAfter }
  return {
    problems: complaints.map((says) => ({ userId: entry.userId, entryId: String(entry.id), says })),
    walk: { count: entry.seq, lastId: entry.id, head: entry.hash, sums: { ...walk.sums, [bucket]: after } },
  }
}

export function verifyTotals({ count, head, sums }: LedgerCursor, account: AccountTotals): LedgerProblem[] {
  const complaints: string[] = []
  if (count !== account.entryCount) complaints.push(`the account counts ${account.entryCount} entries and has ${count}`)
  else if (!head.equals(account.headHash)) complaints.push('the account ends with another entry than its last')
  const said = [
    ['available plan credits', account.subscriptionAvailable, sums.SUBSCRIPTION.available],
    ['held plan credits', account.subscriptionHeld, sums.SUBSCRIPTION.held],
    ['available pay-as-you-go credits', account.onDemandAvailable, sums.ON_DEMAND.available],
    ['on-demand credits held', account.onDemandHeld, sums.ON_DEMAND.held],
  ] as const
  for (const [what, here, there] of said)
    if (here !== there) complaints.push(`the account has ${here} ${what}, and by its entries ${there}`)
  return complaints.map((says) => ({ userId: account.userId, says }))
}

/** One hash over the checkpoints of all accounts in order: the hash of the checkpoint file. */
export function createLedgerDigest() {
  const hash = createHash('sha256')
  return {
    add: (account: AccountTotals) => void hash.update(`${formatCheckpoint(account)}\n`),
    digest: () => hash.digest('hex'),
  }
}

export const formatLedgerProblem = ({ userId, entryId, says }: LedgerProblem): string =>
  `${userId ? `Account of user ${userId}` : 'The ledger'}${entryId ? `, entry ${entryId}` : ''}: ${says}.`

/** An entry as stored: integers of any size, and the time in seconds with six decimals. */
export type EntryRecord = {
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
 * The hashed text of an entry: a list of all its columns, as documented in docs/operations.md. The database builds the
 * same text with `credit_entry_text`, which is not trusted here: the owner of a database can replace its functions.
 */
export function serializeEntry(entry: EntryRecord): string {
  const { userId, seq, id, type, bucket, amount, held, balanceAfter, heldAfter, marked } = entry
  const texts = [entry.orderId, entry.transactionId, entry.reason, entry.actor].map(quoted)
  const microseconds = entry.epoch.replace('.', '')
  const numbers = [amount, held, balanceAfter, heldAfter]
  const items = [quoted(userId), seq, id, quoted(type), quoted(bucket), ...numbers, ...texts, microseconds, marked]
  return `[${items.join(', ')}]`
}

const quoted = (text: string | null) => JSON.stringify(text)

/** The number of entries of an account and the hash of its last entry at some time. */
export type LedgerCheckpoint = { userId: string; count: bigint; hash: string }

/** Formats the checkpoint of an account as one line. */
export const formatCheckpoint = ({
  userId,
  entryCount,
  headHash,
}: Pick<AccountTotals, 'userId' | 'entryCount' | 'headHash'>): string =>
  `${userId} ${entryCount} ${headHash.toString('hex')}`

const checkpointPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([0-9]{1,18}) ([0-9a-f]{64})$/

/** Parses checkpoints. Throws on an invalid line, since a skipped line would leave an account unverified. */
export function parseCheckpoints(text: string): LedgerCheckpoint[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines.map((each, at) => {
    const [, userId, count, hash] = checkpointPattern.exec(each) ?? []
    if (!userId || !count || !hash) throw new Error(`Line ${at + 1} is not "user entries hash", as --save writes it.`)
    return { userId, count: BigInt(count), hash }
  })
}

/**
 * Compares a ledger with earlier checkpoints: each account must still exist, and the entry that was its last must have
 * the same number and hash. Later entries are allowed.
 */
export function compareWithCheckpoints(noted: readonly LedgerCheckpoint[]) {
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
    problems: (): LedgerProblem[] =>
      [...missing.values()].map(({ userId, count }) => ({
        userId,
        says: accounts.has(userId)
          ? `its entry number ${count} is not the one that was noted`
          : `it was noted at entry number ${count} and is gone`,
      })),
  }
}
