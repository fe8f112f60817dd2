import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { signFileLink } from '../../../platform/files/file-links.ts'
import { formatDay } from '../../../platform/util/format.ts'
import { formatExpiryReason, isExpired } from '../expiry/expiry-rules.ts'
import type { OrderRow } from '../orders.queries.ts'
import { type ReadableOrderRef, requireReadableOrder } from '../read/get-order.ts'
import { findOrderFile, findRecheck } from './order-files.queries.ts'

type DownloadLink = { url: string }
type FileVersionQuery = { version?: number | undefined }

const formatExpiredNumbers = ({ expiresAt, dncCheckedAt }: OrderRow) =>
  `The numbers of this order could be called until ${formatDay(expiresAt ?? new Date(0))}: ` +
  `${formatExpiryReason(expiresAt ?? new Date(0), dncCheckedAt)}. Check them against the do-not-call lists again, which is free, ` +
  'and then download it.'

const supersededMessage =
  'The numbers of this version have been checked again since. Please download the newest version.'

/** CONFLICT until the order is completed, when its scrub is too old, and for a version that is not the newest. */
export async function downloadOrder(
  ctx: Context,
  ref: ReadableOrderRef,
  { version }: FileVersionQuery,
): Promise<DownloadLink> {
  const order = await requireReadableOrder(ctx, ref)
  const file = await requireFileVersion(ctx, order, version)
  const now = ctx.clock.now()
  requireDownloadable(order, now)
  // An older version may list numbers as callable that have since joined a do-not-call list.
  if (order.campaignType === 'CALL_READY' && file.version < order.fileVersion)
    throw appError('CONFLICT', supersededMessage)
  if (order.userId !== ctx.actor.userId) await auditDownload(ctx, order, file.version)
  // Distinct file names, so that two versions downloaded on the same day do not overwrite each other.
  const ofVersion = version === undefined ? '' : `-v${version}`
  return createDownloadLink(ctx, toCsvDownload(order.id, file.fileKey, now, ofVersion))
}

/** What a link to the CSV of an order downloads: the file, named by its order and the day. */
export const toCsvDownload = (orderId: string, key: string, now: Date, suffix = '') => ({
  key,
  fileName: `order-${orderId}-${now.toISOString().slice(0, 10)}${suffix}.csv`,
  contentType: 'text/csv; charset=utf-8',
})

/** CONFLICT until the order is completed, and when its scrub is too old: its numbers leave the portal in no file. */
export function requireDownloadable(order: OrderRow, now: Date): void {
  if (order.internalStatus !== 'READY') throw appError('CONFLICT', 'Only a completed order can be downloaded.')
  if (isExpired(order, now)) throw appError('CONFLICT', formatExpiredNumbers(order))
}

/**
 * Of the newest check of the version, or of the one with that number. Also available after the order has expired, since
 * it proves what was scrubbed then. CONFLICT for orders without numbers.
 */
export async function downloadCertificate(
  ctx: Context,
  ref: ReadableOrderRef,
  { version, check }: FileVersionQuery & { check?: number | undefined },
): Promise<DownloadLink> {
  const order = await requireReadableOrder(ctx, ref)
  const file = await requireFileVersion(ctx, order, version)
  if (!file.certificate) throw appError('CONFLICT', 'Only a Call Ready order has a certificate.')
  const recheck = await findRecheck(ctx.db, order.id, file.version, check)
  if (!recheck && check !== undefined && check !== 1) throw notFound('This check')
  const name = `v${file.version}${recheck ? `-check${recheck.checkNumber}` : ''}-certificate.jws`
  const key = `orders/${order.id}/${name}`
  // The text is always the same, so writing it more than once is harmless.
  if (!(await ctx.files.exists(key))) await ctx.files.write(key, [recheck?.certificate ?? file.certificate])
  return createDownloadLink(ctx, { key, fileName: `order-${order.id}-${name}`, contentType: 'application/jose' })
}

const auditDownload = (ctx: Context, { id, userId }: OrderRow, version: number) =>
  audit(ctx, { action: 'order.downloaded', object: { type: 'order', id }, after: { version, user: userId } })

async function requireFileVersion(ctx: Context, order: OrderRow, version: number | undefined) {
  if (order.internalStatus !== 'READY') throw appError('CONFLICT', 'Only a completed order can be downloaded.')
  const file = await findOrderFile(ctx.db, order.id, version)
  if (!file) throw notFound('This version')
  return file
}

const createDownloadLink = async (
  ctx: Context,
  linkClaims: Parameters<typeof signFileLink>[1],
): Promise<DownloadLink> => ({
  url: `/v1/files/${await signFileLink(ctx, linkClaims)}`,
})
