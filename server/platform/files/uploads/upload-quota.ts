import { dayMs } from '@dooryard/contract/api/time'
import type { UploadAllowance } from '@dooryard/contract/data/uploads'
import type { Actor, Services } from '../../context.ts'
import { appError, rateLimited } from '../../errors/app-error.ts'
import { formatMegabytes } from '../../util/format.ts'
import { newId } from '../../util/ids.ts'
import {
  countUploads,
  deleteUpload,
  deleteUploadsBefore,
  finishUpload,
  insertUpload,
  lockUploads,
  renewUpload,
  type UploadCount,
} from './uploads.queries.ts'

const maxConcurrentUploads = 2
const renewEveryMs = 20_000
/** Retry time for a refusal because of uploads in progress, whose duration is unknown. */
const retryInSeconds = 15

export type UploadLimits = {
  maxFileBytes: number
  customerFileBytes: number
  customerDailyBytes: number
}

type IncomingUpload = { declaredBytes: number | null; bytes: AsyncIterable<Uint8Array> }

export type UploadQuota = ReturnType<typeof createUploadQuota>

type UploadQuotaDeps = Pick<Services, 'db' | 'clock' | 'log'>

/** An upload reserves its bytes under a lock before any is read, so that the limits hold across processes. */
export function createUploadQuota({ db, clock, log }: UploadQuotaDeps, limits: UploadLimits) {
  const largestFileBytes = ({ role }: Actor) =>
    role === 'SUPER_ADMIN'
      ? limits.maxFileBytes
      : Math.min(limits.maxFileBytes, limits.customerFileBytes, limits.customerDailyBytes)

  const reserve = (actor: Actor, declaredBytes: number | null) =>
    db.transaction().execute(async (tx) => {
      const { userId } = actor
      const now = clock.now()
      await lockUploads(tx, userId)
      const count = await countUploads(tx, userId, toUtcDay(now))
      if (count.inProgress >= maxConcurrentUploads) throw tooManyUploadsError()
      const left = getLeftOfDay(count)
      // Without a declared size, the maximum is reserved and the excess released.
      const bytes = declaredBytes ?? Math.min(left, largestFileBytes(actor))
      if (left === 0 || bytes > left) throw dayUsedUpError(now, left)
      const id = newId()
      await insertUpload(tx, { id, userId, day: toUtcDay(now), bytes })
      return { id, bytes }
    })

  const getLeftOfDay = ({ bytes }: UploadCount) => Math.max(0, limits.customerDailyBytes - bytes)

  const dayUsedUpError = (now: Date, leftBytes: number) => {
    const midnight = (Math.floor(now.getTime() / dayMs) + 1) * dayMs
    return rateLimited(
      `You may upload ${formatMegabytes(limits.customerDailyBytes)} a day, and ${formatLeft(leftBytes)} of today's. ` +
        'Send a smaller file, or try again after midnight UTC.',
      Math.ceil((midnight - now.getTime()) / 1000),
    )
  }

  /**
   * RATE_LIMITED where two uploads are in progress or the day's quota is used up. A failed or interrupted upload does
   * not count.
   */
  async function receive<T>(
    actor: Actor,
    { declaredBytes, bytes }: IncomingUpload,
    work: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T> {
    if (actor.role === 'SUPER_ADMIN') return work(bytes)
    const upload = await reserve(actor, declaredBytes)
    let received = 0
    async function* counted() {
      for await (const chunk of bytes) {
        received += chunk.length
        if (received > upload.bytes) throw dayUsedUpError(clock.now(), upload.bytes)
        yield chunk
      }
    }
    const warn = (error: unknown) => log.warn({ err: error, upload: upload.id }, 'an upload could not be counted')
    const renewing = setInterval(() => void renewUpload(db, upload.id).catch(warn), renewEveryMs)
    try {
      const result = await work(counted())
      // The file is stored: if this fails, the reservation expires by itself.
      await finishUpload(db, upload.id, received).catch(warn)
      return result
    } catch (error) {
      await deleteUpload(db, upload.id).catch(warn)
      throw error
    } finally {
      clearInterval(renewing)
    }
  }

  async function getAllowance(actor: Actor): Promise<UploadAllowance> {
    const maxFileBytes = largestFileBytes(actor)
    if (actor.role === 'SUPER_ADMIN') return { maxFileBytes, dailyBytes: null, leftTodayBytes: null, atOnce: null }
    const leftTodayBytes = getLeftOfDay(await countUploads(db, actor.userId, toUtcDay(clock.now())))
    return { maxFileBytes, dailyBytes: limits.customerDailyBytes, leftTodayBytes, atOnce: maxConcurrentUploads }
  }

  return { receive, getAllowance, largestFileBytes }
}

const tooManyUploadsError = () =>
  rateLimited('Two of your uploads are in progress. Send this file once one of them has ended.', retryInSeconds)

export const fileTooLargeError = (maxBytes: number) =>
  appError('PAYLOAD_TOO_LARGE', `The file is larger than ${formatMegabytes(maxBytes)}, the maximum.`)

const formatLeft = (leftBytes: number) => {
  if (leftBytes === 0) return 'nothing is left'
  return leftBytes < 1024 ** 2 ? 'less than 1 MB is left' : `${formatMegabytes(leftBytes)} are left`
}

const toUtcDay = (at: Date) => at.toISOString().slice(0, 10)

export const purgeOldUploads = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  deleteUploadsBefore(db, toUtcDay(clock.now()))
