import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { keyUsedOtherwise } from '@dooryard/contract/errors'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { newId } from '../ids.ts'
import { type Db, inTransaction } from '../postgres/database.ts'

type Answer = { status: number; body: unknown }

type Work = (ctx: Context) => Promise<Answer>

type KeyOf = { userId: string; key: string; requestHash: Buffer }

/** One request's claim to a key, so that one that was taken over records nothing. */
type Claim = KeyOf & { lockedBy: string }

const keyPattern = /^[\x21-\x7e]{1,200}$/
const pollMs = 100
const beatMs = 20_000
/** After so many seconds without a sign of life nobody is at work any more. */
const silentSeconds = 60

/** A refused request leaves no record. The same key with other content is a conflict. Records live 24 hours. */
export async function answerOnce(
  ctx: Context,
  { method, path, idempotent }: AnyEndpoint,
  key: string,
  input: unknown,
  work: Work,
): Promise<Answer> {
  if (!keyPattern.test(key))
    throw appError('VALIDATION', 'An Idempotency-Key is 1 to 200 printable characters without blanks.')
  const requestHash = createHash('sha256')
    .update(JSON.stringify([method, path, input]))
    .digest()
  const { userId } = ctx.actor
  await forgetOldAnswers(ctx.db, userId)
  return answerUnderKey(ctx, { userId, key, requestHash }, { isOutside: idempotent === 'outside' }, work)
}

/** Work that calls another server holds no transaction: its claim is committed first, then it works and records. */
export async function answerUnderKey(
  ctx: Context,
  keyOf: KeyOf,
  { isOutside, patienceMs = 30_000 }: { isOutside: boolean; patienceMs?: number | undefined },
  work: Work,
): Promise<Answer> {
  const claim: Claim = { ...keyOf, lockedBy: newId() }
  const attempt = () =>
    isOutside
      ? answerOrClaim(ctx.db, claim, () => workOutside(ctx, claim, work))
      : inTransaction(ctx, (inside) => answerOrClaim(inside.db, claim, () => workInside(inside, claim, work)))
  const deadline = Date.now() + patienceMs
  for (;;) {
    const answer = await attempt()
    if (answer) return answer
    if (Date.now() > deadline || ctx.signal.aborted) throw stillUnderWay()
    await sleep(pollMs)
  }
}

/** Null while somebody else is at work. CONFLICT where the key was used for another request. */
async function answerOrClaim(db: Db, claim: Claim, work: () => Promise<Answer>): Promise<Answer | null> {
  // Waits for a transaction that has claimed the key.
  if (await claimKey(db, claim)) return work()
  const earlier = await findAnswer(db, claim)
  if (!earlier) return null
  const { requestHash, status, body, isSilent } = earlier
  // What goes on may yet be refused, and then the key is free.
  if (!requestHash.equals(claim.requestHash))
    throw status === null && !isSilent ? stillUnderWay() : appError('CONFLICT', keyUsedOtherwise)
  if (status !== null) return { status, body }
  return isSilent && (await takeOver(db, claim)) ? work() : null
}

const stillUnderWay = () => appError('CONFLICT', 'The request with this Idempotency-Key is still under way.')

const isSilent = sql<SqlBool>`status is null and created_at < now() - ${silentSeconds} * interval '1 second'`

const findAnswer = (db: Db, { userId, key }: KeyOf) =>
  db
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'status', 'body'])
    .select(isSilent.as('isSilent'))
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()

async function claimKey(db: Db, claim: Claim): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotencyKeys')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whoever asks second finds a fresh claim. */
async function takeOver(db: Db, { userId, key, lockedBy }: Claim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotencyKeys')
    .set({ lockedBy, createdAt: sql`now()` })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where(isSilent)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const updateClaim = (db: Db, { userId, key, lockedBy }: Claim, answer?: Answer) =>
  db
    .updateTable('idempotencyKeys')
    .set({ createdAt: sql`now()`, ...(answer && { status: answer.status, body: JSON.stringify(answer.body) }) })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where('lockedBy', '=', lockedBy)
    .where('status', 'is', null)
    .execute()

async function workInside(inside: Context, claim: Claim, work: Work): Promise<Answer> {
  const answer = await work(inside)
  await updateClaim(inside.db, claim, answer)
  return answer
}

async function workOutside(ctx: Context, claim: Claim, work: Work): Promise<Answer> {
  const { db, log } = ctx
  const beating = setInterval(() => void updateClaim(db, claim).catch(() => undefined), beatMs)
  try {
    const answer = await work(ctx)
    // What was done is done: its answer is given even where it cannot be recorded.
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
    clearInterval(beating)
  }
}

export const answersKeptHours = 24

export const forgetOldAnswers = (db: Db, userId?: string) =>
  db
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<Date>`now() - ${answersKeptHours} * interval '1 hour'`)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .execute()
