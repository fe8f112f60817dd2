import { createHash, type Hash } from 'node:crypto'
import type { CampaignType, FileColumn } from '@dooryard/contract/api/enums'
import type { ScrubSummary } from '@dooryard/contract/orders/order-files'
import type { Services } from '../../../platform/context.ts'
import { issueCertificate } from '../../dnc/index.ts'
import { countCallableLeads, type ScrubResults } from '../call-ready/scrub-leads.ts'
import { type FencedOrder, FencingTokenExpired, withFence } from '../fulfil/fenced-job.ts'
import { countCallable } from '../fulfil/steps.queries.ts'
import { countLeads } from '../leads/leads.queries.ts'
import { createOrderCsv } from './order-csv.ts'
import { insertFileVersion, type NewFileVersion } from './order-files.queries.ts'

type FileVersionInput = FencedOrder & {
  userId: string
  version: number
  campaignType: CampaignType
  columns: readonly FileColumn[] | null
  scrub: ScrubSummary | null
  /** Scrub results that are not yet stored on the leads. */
  results?: ScrubResults
}

/** The file is unreferenced until `recordFileVersion` runs. Reads and writes files, so never inside a transaction. */
export async function writeFileVersion(services: Services, input: FileVersionInput): Promise<NewFileVersion> {
  const { db, files } = services
  const { orderId, userId, fence, version, campaignType, columns, scrub, results } = input
  // A worker that wakes up after being frozen must not overwrite the file that the next worker's certificate covers.
  const fileKey = `orders/${orderId}/v${version}-${fence}.csv`
  const hash = createHash('sha256')
  await files.write(fileKey, withHash(createOrderCsv(db, { orderId, campaignType, columns, results }), hash))
  const sha256 = hash.digest('hex')
  const leads = await countLeads(db, orderId)
  const written = { orderId, version, fileKey, sha256, leads, callableLeads: null, scrub, certificate: null }
  if (scrub === null) return written
  const callableLeads = results
    ? await countCallableLeads(db, orderId, results)
    : (await countCallable(db, orderId)).callable
  const certificate = await certifyFile(services, { orderId, version, userId, sha256, leads, callableLeads, scrub })
  return { ...written, callableLeads, certificate }
}

type CertifiedFile = Pick<NewFileVersion, 'orderId' | 'version' | 'sha256' | 'leads'> & {
  userId: string
  callableLeads: number
  scrub: ScrubSummary
}

/** Signs what a check of the numbers of a file found. */
export const certifyFile = (
  services: Services,
  { orderId, version, userId, sha256, leads, callableLeads, scrub }: CertifiedFile,
): Promise<string> =>
  issueCertificate(services, {
    issuedAt: services.clock.now().toISOString(),
    orderId,
    version,
    userId,
    file: { name: `order-${orderId}-v${version}.csv`, sha256, leads, callableLeads },
    scrub,
  })

/**
 * Records the version and runs `recordChanges` in one transaction under the fence. Removes the file if another worker
 * took over the order.
 */
export async function recordFileVersion(
  services: Services,
  task: FencedOrder,
  version: NewFileVersion,
  recordChanges: (tx: Services) => Promise<void>,
): Promise<void> {
  try {
    await withFence(services, task, async (tx) => {
      await insertFileVersion(tx.db, version, services.clock.now())
      await recordChanges(tx)
    })
  } catch (error) {
    // After any other error the transaction may still have committed.
    if (error instanceof FencingTokenExpired) await services.files.remove(version.fileKey)
    throw error
  }
}

/** Passes the content on and adds it to the hash. */
export async function* withHash(
  content: AsyncIterable<string | Uint8Array>,
  hash: Hash,
): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}
