import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { idempotencyKeyReusedMessage } from '@dooryard/contract/api/errors'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../context.ts'
import { appError } from '../errors/app-error.ts'
import { type Db, inTransaction } from '../postgres/database.ts'
import { newId } from '../util/ids.ts'

type IdempotentResponse = { status: number; body: unknown }

type IdempotentWork = (ctx: Context) => Promise<IdempotentResponse>

type RequestKey = { userId: string; key: string; requestHash: Buffer }

/** One request's claim to a key. A claim that was taken over records nothing. */
type KeyClaim = RequestKey & { lockedBy: string }

const keyPattern = /^[\x21-\x7e]{1,200}$/
const pollMs = 100
const heartbeatMs = 20_000
/** After this many seconds without a heartbeat, a claim is stale. */
const staleClaimSeconds = 60

/**
 * Prepares the work outside any transaction, unless the key's response is there, and runs it once per idempotency key.
 * A refused request leaves no record. The same key with other content is a CONFLICT. Records live 24 hours.
 */
export async function withIdempotency(
  ctx: Context,
  { method, path, idempotent }: AnyEndpoint,
  key: string,
  input: unknown,
  prepare: () => Promise<IdempotentWork>,
): Promise<IdempotentResponse> {
  if (!keyPattern.test(key))
    throw appError('VALIDATION', 'An Idempotency-Key is 1 to 200 printable characters without spaces.')
  const requestHash = createHash('sha256')
    .update(JSON.stringify([method, path, input]))
    .digest()
  const { userId, isTest } = ctx.actor
  await purgeIdempotencyRecords(ctx.db, userId)
  // A live call must never get the response of a test, nor a test that of a live call. No given key has a blank.
  const requestKey = { userId, key: isTest ? `test ${key}` : key, requestHash }
  const earlier = await findResponse(ctx.db, requestKey)
  const stored = earlier && toStoredResponse(earlier, requestKey)
  if (stored) return stored
  return runWithIdempotencyKey(ctx, requestKey, { isOutside: idempotent === 'outside' }, await prepare())
}

/**
 * Work that calls another server holds no transaction: its claim is committed first, then it runs and records the
 * response.
 */
export async function runWithIdempotencyKey(
  ctx: Context,
  requestKey: RequestKey,
  { isOutside, timeoutMs = 30_000 }: { isOutside: boolean; timeoutMs?: number | undefined },
  work: IdempotentWork,
): Promise<IdempotentResponse> {
  const claim: KeyClaim = { ...requestKey, lockedBy: newId() }
  const attempt = () =>
    isOutside
      ? findResponseOrClaim(ctx.db, claim, () => workOutsideTransaction(ctx, claim, work))
      : inTransaction(ctx, (tx) => findResponseOrClaim(tx.db, claim, () => workInTransaction(tx, claim, work)))
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const answer = await attempt()
    if (answer) return answer
    if (Date.now() > deadline || ctx.signal.aborted) throw inProgressError()
    await sleep(pollMs)
  }
}

/** Returns null while another request is in progress. CONFLICT where the key was used for another request. */
async function findResponseOrClaim(
  db: Db,
  claim: KeyClaim,
  work: () => Promise<IdempotentResponse>,
): Promise<IdempotentResponse | null> {
  // Waits for a transaction that has claimed the key.
  if (await claimKey(db, claim)) return work()
  const earlier = await findResponse(db, claim)
  if (!earlier) return null
  const stored = toStoredResponse(earlier, claim)
  if (stored) return stored
  return earlier.isSilent && (await takeOverClaim(db, claim)) ? work() : null
}

type EarlierRequest = { requestHash: Buffer; status: number | null; body: unknown; isSilent: SqlBool }

/** Null where the earlier request has no response yet. CONFLICT if it was another request. */
function toStoredResponse({ requestHash, status, body, isSilent }: EarlierRequest, given: RequestKey) {
  // A request in progress may still be refused, which frees the key.
  if (!requestHash.equals(given.requestHash))
    throw status === null && !isSilent ? inProgressError() : appError('CONFLICT', idempotencyKeyReusedMessage)
  return status === null ? null : { status, body }
}

const inProgressError = () => appError('CONFLICT', 'The request with this Idempotency-Key is still in progress.')

const isSilent = sql<SqlBool>`status is null and created_at < now() - ${staleClaimSeconds} * interval '1 second'`

const findResponse = (db: Db, { userId, key }: RequestKey) =>
  db
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'status', 'body'])
    .select(isSilent.as('isSilent'))
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()

async function claimKey(db: Db, claim: KeyClaim): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotencyKeys')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A second request finds the claim fresh again. */
async function takeOverClaim(db: Db, { userId, key, lockedBy }: KeyClaim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotencyKeys')
    .set({ lockedBy, createdAt: sql`now()` })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where(isSilent)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const updateClaim = (db: Db, { userId, key, lockedBy }: KeyClaim, answer?: IdempotentResponse) =>
  db
    .updateTable('idempotencyKeys')
    .set({ createdAt: sql`now()`, ...(answer && { status: answer.status, body: JSON.stringify(answer.body) }) })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where('lockedBy', '=', lockedBy)
    .where('status', 'is', null)
    .execute()

async function workInTransaction(tx: Context, claim: KeyClaim, work: IdempotentWork): Promise<IdempotentResponse> {
  const answer = await work(tx)
  await updateClaim(tx.db, claim, answer)
  return answer
}

async function workOutsideTransaction(
  ctx: Context,
  claim: KeyClaim,
  work: IdempotentWork,
): Promise<IdempotentResponse> {
  const { db, log } = ctx
  const heartbeat = setInterval(() => void updateClaim(db, claim).catch(() => undefined), heartbeatMs)
  try {
    const answer = await work(ctx)
    // The work is done: its response is returned even if it cannot be recorded.
    await updateClaim(db, claim, answer).catch((error) =>
      log.error({ err: error }, 'An answer could not be recorded under its Idempotency-Key'),
    )
    return answer
  } catch (error) {
    await db
      .deleteFrom('idempotencyKeys')
      .where('userId', '=', claim.userId)
      .where('key', '=', claim.key)
      .where('lockedBy', '=', claim.lockedBy)
      .execute()
      .catch((failure) => log.warn({ err: failure }, 'An Idempotency-Key stays taken for a while'))
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

export const idempotencyRecordsKeptHours = 24

export const purgeIdempotencyRecords = (db: Db, userId?: string) =>
  db
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<Date>`now() - ${idempotencyRecordsKeptHours} * interval '1 hour'`)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .execute()
