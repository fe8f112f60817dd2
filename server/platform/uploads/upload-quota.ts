import { dayMs } from '@dooryard/contract/time'
import type { UploadAllowance } from '@dooryard/contract/uploads'
import type { Actor, Services } from '../context.ts'
import { appError, rateLimited } from '../errors.ts'
import { formatMegabytes } from '../format.ts'
import { newId } from '../ids.ts'
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

const atOnce = 2
const renewEveryMs = 20_000
/** Said with a refusal for uploads in progress: nobody knows how long they take. */
const retryInSeconds = 15

export type UploadLimits = {
  maxFileBytes: number
  customerFileBytes: number
  customerDailyBytes: number
}

type Incoming = { declaredBytes: number | null; bytes: AsyncIterable<Uint8Array> }

export type UploadQuota = ReturnType<typeof createUploadQuota>

type Within = Pick<Services, 'db' | 'clock' | 'log'>

/** An upload reserves its bytes under a lock before any is read, so that the limits hold over all processes. */
export function createUploadQuota({ db, clock, log }: Within, limits: UploadLimits) {
  const largestFileBytes = ({ role }: Actor) =>
    role === 'SUPER_ADMIN'
      ? limits.maxFileBytes
      : Math.min(limits.maxFileBytes, limits.customerFileBytes, limits.customerDailyBytes)

  const reserve = (actor: Actor, declaredBytes: number | null) =>
    db.transaction().execute(async (inside) => {
      const { userId } = actor
      const now = clock.now()
      await lockUploads(inside, userId)
      const count = await countUploads(inside, userId, utcDay(now))
      if (count.inProgress >= atOnce) throw tooManyAtOnce()
      const left = leftOfDay(count)
      // Without a size the most that it may have is reserved, and what is not needed given back.
      const bytes = declaredBytes ?? Math.min(left, largestFileBytes(actor))
      if (left === 0 || bytes > left) throw dayIsUsedUp(now, left)
      const id = newId()
      await insertUpload(inside, { id, userId, day: utcDay(now), bytes })
      return { id, bytes }
    })

  const leftOfDay = ({ bytes }: UploadCount) => Math.max(0, limits.customerDailyBytes - bytes)

  const dayIsUsedUp = (now: Date, leftBytes: number) => {
    const midnight = (Math.floor(now.getTime() / dayMs) + 1) * dayMs
    return rateLimited(
      `You may upload ${formatMegabytes(limits.customerDailyBytes)} a day, and ${formatLeft(leftBytes)} of today's. ` +
        'Send a smaller file, or try again after midnight UTC.',
      Math.ceil((midnight - now.getTime()) / 1000),
    )
  }

  /** RATE_LIMITED where two are in progress or the day has no room. What fails or stops short counts for nothing. */
  async function receive<T>(
    actor: Actor,
    { declaredBytes, bytes }: Incoming,
    work: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T> {
    if (actor.role === 'SUPER_ADMIN') return work(bytes)
    const upload = await reserve(actor, declaredBytes)
    let received = 0
    async function* counted() {
      for await (const chunk of bytes) {
        received += chunk.length
        if (received > upload.bytes) throw dayIsUsedUp(clock.now(), upload.bytes)
        yield chunk
      }
    }
    const warn = (error: unknown) => log.warn({ err: error, upload: upload.id }, 'an upload could not be counted')
    const renewing = setInterval(() => void renewUpload(db, upload.id).catch(warn), renewEveryMs)
    try {
      const result = await work(counted())
      // The file is kept: where this fails, the reservation runs out by itself.
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
    const leftTodayBytes = leftOfDay(await countUploads(db, actor.userId, utcDay(clock.now())))
    return { maxFileBytes, dailyBytes: limits.customerDailyBytes, leftTodayBytes, atOnce }
  }

  return { receive, getAllowance, largestFileBytes }
}

const tooManyAtOnce = () =>
  rateLimited('Two of your uploads are in progress. Send this file once one of them has ended.', retryInSeconds)

export const fileTooLarge = (maxBytes: number) =>
  appError('PAYLOAD_TOO_LARGE', `The file is larger than ${formatMegabytes(maxBytes)}, the most that is taken.`)

const formatLeft = (leftBytes: number) => {
  if (leftBytes === 0) return 'nothing is left'
  return leftBytes < 1024 ** 2 ? 'less than 1 MB is left' : `${formatMegabytes(leftBytes)} are left`
}

const utcDay = (at: Date) => at.toISOString().slice(0, 10)

export const purgeOldUploads = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  deleteUploadsBefore(db, utcDay(clock.now()))
