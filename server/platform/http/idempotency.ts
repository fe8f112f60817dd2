import { createHash } from 'node:crypto'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { type Db, inTransaction } from '../postgres/database.ts'
import {
  type Answer,
  answerIn,
  answerOnceOutside,
  findAnswer,
  type KeyOf,
  usedOtherwise,
} from './idempotency-outside.ts'

/** Anything printable up to this length may be a key. */
const keyPattern = /^[\x21-\x7e]{1,200}$/

/**
 * Answers a POST once for each key of a user, so that a caller who never heard the answer may ask again. A refused
 * request leaves no record. The same key with other content is a conflict. Records live 24 hours.
 */
export async function answerOnce(
  ctx: Context,
  endpoint: AnyEndpoint,
  key: string,
  input: unknown,
  work: (ctx: Context) => Promise<Answer>,
): Promise<Answer> {
  if (!keyPattern.test(key))
    throw appError('VALIDATION', 'An Idempotency-Key is 1 to 200 printable characters without blanks.')
  const requestHash = createHash('sha256')
    .update(JSON.stringify([endpoint.method, endpoint.path, input]))
    .digest()
  const keyOf: KeyOf = { userId: ctx.actor.userId, key, requestHash }
  await forgetOldAnswers(ctx.db, keyOf.userId)
  return endpoint.idempotent === 'outside' ? answerOnceOutside(ctx, keyOf, work) : answerOnceInside(ctx, keyOf, work)
}

/** The work and the record of its answer commit together. Two at once: the second waits on the first's row. */
const answerOnceInside = (ctx: Context, keyOf: KeyOf, work: (ctx: Context) => Promise<Answer>): Promise<Answer> =>
  inTransaction(ctx, async (inside) => {
    const { db } = inside
    const claimed = await db
      .insertInto('idempotentAnswers')
      .values(keyOf)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (claimed.numInsertedOrUpdatedRows === 0n) return earlierAnswer(db, keyOf)
    const answer = await work(inside)
    await db
      .updateTable('idempotentAnswers')
      .set({ status: answer.status, body: JSON.stringify(answer.body) })
      .where('userId', '=', keyOf.userId)
      .where('key', '=', keyOf.key)
      .execute()
    return answer
  })

async function earlierAnswer(db: Db, keyOf: KeyOf): Promise<Answer> {
  const earlier = await findAnswer(db, keyOf)
  const given = earlier && answerIn(earlier, keyOf.requestHash)
  if (!given) throw usedOtherwise()
  return given
}

/** How long the answer to a key is kept. */
export const answersKeptHours = 24

/** Deletes the answers that no repeat can ask for any more: one user's, or everybody's. */
export const forgetOldAnswers = (db: Db, userId?: string) =>
  db
    .deleteFrom('idempotentAnswers')
    .where('createdAt', '<', sql<Date>`now() - ${answersKeptHours} * interval '1 hour'`)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .execute()
