import type { Problem } from './ledger-proof-rules.ts'

/** How many entries an account had, and the hash of the last of them, as noted at some time. */
export type NotedHead = { userId: string; count: bigint; hash: string }

type Account = { userId: string; entryCount: bigint; headHash: Buffer }

/** How the head of an account is noted: one line for each. */
export const headLine = ({ userId, entryCount, headHash }: Account): string =>
  `${userId} ${entryCount} ${headHash.toString('hex')}`

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
