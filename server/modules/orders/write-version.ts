import { createHash, type Hash } from 'node:crypto'
import type { ScrubSummary } from '@dooryard/contract/order-files'
import type { CampaignType, FileColumn } from '@dooryard/contract/vocabularies'
import type { Services } from '../../platform/context.ts'
import { issueCertificate } from '../dnc/index.ts'
import { countCallableBy, type ScrubResults } from './check-contacts.ts'
import { countLeads } from './leads.queries.ts'
import { orderCsv } from './order-csv.ts'
import { insertVersion, type NewVersion } from './order-files.queries.ts'
import { behindFence, type Fenced, FenceLost } from './order-task.ts'
import { countCallable } from './steps.queries.ts'

type Given = Fenced & {
  userId: string
  version: number
  campaignType: CampaignType
  columns: readonly FileColumn[] | null
  scrub: ScrubSummary | null
  /** What it says of each number, where that does not stand beside the leads yet. */
  results?: ScrubResults
}

/** Nothing points to it until `recordVersion` has. Reads and writes files, so never inside a transaction. */
export async function writeVersion(services: Services, given: Given): Promise<NewVersion> {
  const { db, files } = services
  const { orderId, userId, fence, version, campaignType, columns, scrub, results } = given
  // A worker that was frozen while it wrote, and wakes up, must not write over what the next one has signed for.
  const fileKey = `orders/${orderId}/v${version}-${fence}.csv`
  const hash = createHash('sha256')
  await files.write(fileKey, hashed(orderCsv(db, { orderId, campaignType, columns, results }), hash))
  const sha256 = hash.digest('hex')
  const leads = await countLeads(db, orderId)
  const written = { orderId, version, fileKey, sha256, leads, callableLeads: null, scrub, certificate: null }
  if (scrub === null) return written
  const callableLeads = results
    ? await countCallableBy(db, orderId, results)
    : (await countCallable(db, orderId)).callable
  const certificate = await issueCertificate(services, {
    issuedAt: services.clock.now().toISOString(),
    orderId,
    version,
    userId,
    file: { name: `order-${orderId}-v${version}.csv`, sha256, leads, callableLeads },
    scrub,
  })
  return { ...written, callableLeads, certificate }
}

/** The record and `work` are one transaction behind the fence. Where the order was taken over, the file is removed. */
export async function recordVersion(
  services: Services,
  task: Fenced,
  version: NewVersion,
  work: (inside: Services) => Promise<void>,
): Promise<void> {
  try {
    await behindFence(services, task, async (inside) => {
      await insertVersion(inside.db, version, services.clock.now())
      await work(inside)
    })
  } catch (error) {
    // After any other error the transaction may have committed all the same.
    if (error instanceof FenceLost) await services.files.remove(version.fileKey)
    throw error
  }
}

async function* hashed(content: AsyncIterable<string | Uint8Array>, hash: Hash): AsyncGenerator<string | Uint8Array> {
  for await (const piece of content) {
    hash.update(piece)
    yield piece
  }
}
