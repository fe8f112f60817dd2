import { createHash } from 'node:crypto'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { type Db, inTransaction } from '../postgres/database.ts'

type Answer = { status: number; body: unknown }

/** Anything printable up to this length may be a key. */
const keyPattern = /^[\x21-\x7e]{1,200}$/

/**
 * Answers a POST once for each key of a user: the work and the record of its answer commit together, so a caller who
 * never heard the answer may ask again. Two at once: the second waits on the first's row. A refused request leaves no
 * record. The same key with other content is a conflict. Records live 24 hours.
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
  const { userId } = ctx.actor
  const requestHash = createHash('sha256')
    .update(JSON.stringify([endpoint.method, endpoint.path, input]))
    .digest()
  return inTransaction(ctx, async (inside) => {
    const { db } = inside
    await forgetOldAnswers(db, userId)
    const claimed = await db
      .insertInto('idempotentAnswers')
      .values({ userId, key, requestHash })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (claimed.numInsertedOrUpdatedRows === 0n) return earlierAnswer(inside, key, requestHash)
    const answer = await work(inside)
    await db
      .updateTable('idempotentAnswers')
      .set({ status: answer.status, body: JSON.stringify(answer.body) })
      .where('userId', '=', userId)
      .where('key', '=', key)
      .execute()
    return answer
  })
}

/** Deletes the answers that no repeat can ask for any more: one user's, or everybody's. */
export const forgetOldAnswers = (db: Db, userId?: string) =>
  db
    .deleteFrom('idempotentAnswers')
    .where('createdAt', '<', sql<Date>`now() - interval '24 hours'`)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .execute()

async function earlierAnswer({ db, actor }: Context, key: string, requestHash: Buffer): Promise<Answer> {
  const earlier = await db
    .selectFrom('idempotentAnswers')
    .select(['requestHash', 'status', 'body'])
    .where('userId', '=', actor.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!earlier.requestHash.equals(requestHash) || earlier.status === null)
    throw appError('CONFLICT', 'This Idempotency-Key was already used for another request.')
  return { status: earlier.status, body: earlier.body }
}
