import { setTimeout as sleep } from 'node:timers/promises'
import { keyUsedOtherwise } from '@dooryard/contract/errors'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Db } from '../postgres/database.ts'

export type Answer = { status: number; body: unknown }

/** A key, whose it is, and what was asked with it. */
export type KeyOf = { userId: string; key: string; requestHash: Buffer }

const pollMs = 100
const beatMs = 20_000
/** After so many seconds without a sign of life nobody is at work any more. */
const silentSeconds = 60

/**
 * Answers once, with work that calls another server and so holds no transaction: the claim to a key is committed first,
 * then the work is done, then its answer recorded. Who comes second waits for that. Work that is refused or fails gives
 * its claim up, so it may be tried again; the claim of a process that died is taken over by one of those who ask.
 */
export async function answerOnceOutside(
  ctx: Context,
  keyOf: KeyOf,
  work: (ctx: Context) => Promise<Answer>,
  patienceMs = 30_000,
): Promise<Answer> {
  const claim = newId()
  const deadline = Date.now() + patienceMs
  for (;;) {
    const earlier = await findAnswer(ctx.db, keyOf)
    const given = earlier && answerIn(earlier, keyOf.requestHash)
    if (given) return given
    if (earlier ? earlier.isSilent && (await takeOver(ctx.db, keyOf, claim)) : await claimKey(ctx.db, keyOf, claim))
      return workOn(ctx, claim, work)
    if (Date.now() > deadline || ctx.signal.aborted) throw stillUnderWay()
    await sleep(pollMs)
  }
}

export const usedOtherwise = () => appError('CONFLICT', keyUsedOtherwise)
const stillUnderWay = () => appError('CONFLICT', 'The request with this Idempotency-Key is still under way.')

type Earlier = { requestHash: Buffer; status: number | null; body: unknown; isSilent: SqlBool }

/** The answer that an equal request was given, or null while it is under way. CONFLICT where it was another request. */
export function answerIn({ requestHash, status, body, isSilent }: Earlier, hash: Buffer): Answer | null {
  // What goes on may yet be refused, and then the key is free.
  if (!requestHash.equals(hash)) throw status === null && !isSilent ? stillUnderWay() : usedOtherwise()
  return status === null ? null : { status, body }
}

export const findAnswer = (db: Db, { userId, key }: KeyOf) =>
  db
    .selectFrom('idempotentAnswers')
    .select(['requestHash', 'status', 'body'])
    .select(isSilent.as('isSilent'))
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()

const isSilent = sql<SqlBool>`status is null and claim is not null
  and created_at < now() - ${silentSeconds} * interval '1 second'`

async function claimKey(db: Db, keyOf: KeyOf, claim: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotentAnswers')
    .values({ ...keyOf, claim })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whoever asks second finds a fresh claim. */
async function takeOver(db: Db, { userId, key }: KeyOf, claim: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotentAnswers')
    .set({ claim, createdAt: sql`now()` })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where(isSilent)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function workOn(ctx: Context, claim: string, work: (ctx: Context) => Promise<Answer>): Promise<Answer> {
  const { db, log } = ctx
  const update = () => db.updateTable('idempotentAnswers').where('claim', '=', claim).where('status', 'is', null)
  const beat = () => update().set({ createdAt: sql`now()` }).execute()
  const beating = setInterval(() => void beat().catch(() => undefined), beatMs)
  try {
    const { status, body } = await work(ctx)
    // What was done is done: its answer is given even where it cannot be recorded.
    await update()
      .set({ status, body: JSON.stringify(body), createdAt: sql`now()` })
      .execute()
      .catch((error) => log.error({ err: error }, 'An answer could not be recorded under its Idempotency-Key'))
    return { status, body }
  } catch (error) {
    await db
      .deleteFrom('idempotentAnswers')
      .where('claim', '=', claim)
      .execute()
      .catch((failure) => log.warn({ err: failure }, 'An Idempotency-Key stays taken for a while'))
    throw error
  } finally {
    clearInterval(beating)
  }
}
