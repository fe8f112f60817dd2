import { createHash } from 'node:crypto'
import type { AuditProof } from '@dooryard/contract/audit-log'
import type { Db } from '../../platform/postgres/database.ts'
import { countEntries, selectLinks } from './audit-log.queries.ts'

type Link = Awaited<ReturnType<typeof selectLinks>>[number]

const batch = 5_000

type VerifyOptions = {
  onHash?: (hash: string) => void
  signal?: AbortSignal
}

/** Computes every hash again. A cut-off end shows only to somebody who noted a hash. */
export async function verifyChain(db: Db, { onHash, signal }: VerifyOptions = {}): Promise<AuditProof> {
  let entries = 0
  let newest = sha256('')
  for (;;) {
    signal?.throwIfAborted()
    const links = await selectLinks(db, entries, batch)
    for (const link of links) {
      const hash = hashAfter(newest, link)
      if (!isNext(link, entries, newest, hash))
        return { isIntact: false, entries: await countEntries(db), brokenAt: String(link.id) }
      entries += 1
      newest = hash
      onHash?.(hash.toString('hex'))
    }
    if (links.length < batch) break
  }
  return { isIntact: true, entries, ...(entries > 0 && { newestHash: newest.toString('hex') }) }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const hashAfter = (previous: Buffer, { text }: Link) => sha256(Buffer.concat([previous, Buffer.from(text)]))

/** Ids count from 1 without a gap, so after `count` entries comes one more. */
const isNext = ({ id, previousHash, hash }: Link, count: number, previous: Buffer, computed: Buffer) =>
  id === count + 1 && previousHash.equals(previous) && hash.equals(computed)
