import { createHash } from 'node:crypto'
import type { AuditVerification } from '@dooryard/contract/admin/audit-log'
import type { Db } from '../../platform/postgres/database.ts'
import { countAuditEntries, selectChainLinks } from './audit-log.queries.ts'

type ChainLink = Awaited<ReturnType<typeof selectChainLinks>>[number]

const batchSize = 5_000

type VerifyOptions = {
  onHash?: (hash: string) => void
  signal?: AbortSignal
}

/** Recomputes every hash. Truncation at the end is visible only against a hash that was recorded earlier. */
export async function verifyAuditChain(db: Db, { onHash, signal }: VerifyOptions = {}): Promise<AuditVerification> {
  let entries = 0
  let newest = sha256('')
  for (;;) {
    signal?.throwIfAborted()
    const links = await selectChainLinks(db, entries, batchSize)
    for (const link of links) {
      const hash = getNextHash(newest, link)
      if (!continuesChain(link, entries, newest, hash))
        return { isIntact: false, entries: await countAuditEntries(db), brokenAt: String(link.id) }
      entries += 1
      newest = hash
      onHash?.(hash.toString('hex'))
    }
    if (links.length < batchSize) break
  }
  return { isIntact: true, entries, ...(entries > 0 && { newestHash: newest.toString('hex') }) }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const getNextHash = (previous: Buffer, { text }: ChainLink) => sha256(Buffer.concat([previous, Buffer.from(text)]))

/** Ids count from 1 without gaps, so the next id is `count` + 1. */
const continuesChain = ({ id, previousHash, hash }: ChainLink, count: number, previous: Buffer, computed: Buffer) =>
  id === count + 1 && previousHash.equals(previous) && hash.equals(computed)
