import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { formatDay } from '../../platform/format.ts'
import { issueTicket } from '../../platform/tickets.ts'
import { isExpired, whyUntil } from './expiry-rules.ts'
import { findFile } from './order-files.queries.ts'
import type { OrderRow } from './orders.queries.ts'
import { type ReadablePlace, readableOrderRow } from './own-order.ts'

type Link = { url: string }
type Asked = { version?: number | undefined }

const numbersTooOld = ({ expiresAt, dncCheckedAt }: OrderRow) =>
  `The numbers of this order could be called until ${formatDay(expiresAt ?? new Date(0))}: ` +
  `${whyUntil(expiresAt ?? new Date(0), dncCheckedAt)}. Check them against the do-not-call lists again, which is free, ` +
  'and then download it.'

const checkedSince = 'The numbers of this version have been checked again since. Please download the newest version.'

/** CONFLICT until the order is completed, and for numbers whose check is too old or not the newest. */
export async function downloadOrder(ctx: Context, place: ReadablePlace, { version }: Asked): Promise<Link> {
  const order = await readableOrderRow(ctx, place)
  const file = await versionOf(ctx, order, version)
  const now = ctx.clock.now()
  if (isExpired(order, now)) throw appError('CONFLICT', numbersTooOld(order))
  // Who has joined a list since is callable in it.
  if (order.campaignType === 'CALL_READY' && file.version < order.fileVersion) throw appError('CONFLICT', checkedSince)
  if (order.userId !== ctx.actor.userId) await auditDownload(ctx, order, file.version)
  // Two versions of one day do not take each other's place in a folder.
  const ofVersion = version === undefined ? '' : `-v${version}`
  return link(ctx, {
    key: file.fileKey,
    fileName: `order-${order.id}-${now.toISOString().slice(0, 10)}${ofVersion}.csv`,
    contentType: 'text/csv; charset=utf-8',
  })
}

/** Also once the order has expired: it proves what was checked then. CONFLICT for orders without numbers. */
export async function downloadCertificate(ctx: Context, place: ReadablePlace, { version }: Asked): Promise<Link> {
  const order = await readableOrderRow(ctx, place)
  const file = await versionOf(ctx, order, version)
  if (!file.certificate) throw appError('CONFLICT', 'Only a Call Ready order has a certificate.')
  const key = `orders/${order.id}/v${file.version}-certificate.jws`
  // The same text whoever writes it, so it does not matter how often.
  if (!(await ctx.files.exists(key))) await ctx.files.write(key, [file.certificate])
  const fileName = `order-${order.id}-v${file.version}-certificate.jws`
  return link(ctx, { key, fileName, contentType: 'application/jose' })
}

const auditDownload = (ctx: Context, { id, userId }: OrderRow, version: number) =>
  audit(ctx, { action: 'order.downloaded', object: { type: 'order', id }, after: { version, user: userId } })

async function versionOf(ctx: Context, order: OrderRow, version: number | undefined) {
  if (order.internalStatus !== 'READY') throw appError('CONFLICT', 'Only a completed order can be downloaded.')
  const file = await findFile(ctx.db, order.id, version)
  if (!file) throw notFound('This version')
  return file
}

const link = async (ctx: Context, ticket: Parameters<typeof issueTicket>[1]): Promise<Link> => ({
  url: `/v1/files/${await issueTicket(ctx, ticket)}`,
})
