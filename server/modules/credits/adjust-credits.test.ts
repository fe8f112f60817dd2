import type { Bucket } from '@dooryard/contract/credit-history'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testDatabase } from '../../test/database.ts'
import { balanceOf } from './balance.ts'
import { adjustCredits } from './grant-credits.ts'
import { holdCredits } from './holds.ts'
import { account, adjuster, entriesOf, sumsInAccount, sumsOfEntries } from './ledger.fixture.ts'

const { db, close } = await testDatabase()
afterAll(close)

const admin = adjuster(db)
const reason = 'For the order that came back short'

const adjust = (userId: string, bucket: Bucket, amount: number) =>
  adjustCredits({ ...admin, requestId: 'request-1' }, { userId, bucket, amount, reason })

const auditOf = (userId: string) =>
  db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after', 'reason', 'requestId'])
    .where('objectId', '=', userId)
    .execute()

describe('an adjustment', () => {
  test('gives credits, with the reason and the administrator in the ledger and the audit log', async () => {
    const userId = await account(db, { subscription: 10, onDemand: 5 })
    const before = { subscriptionCredits: 10, subscriptionCreditsHeld: 0, onDemandCredits: 5 }
    const after = { ...before, onDemandCredits: 255 }
    expect(await adjust(userId, 'ON_DEMAND', 250)).toEqual(after)
    expect(await balanceOf(db, userId)).toEqual(after)
    const entry = { type: 'ADJUST', bucket: 'ON_DEMAND', amount: 250, held: 0, balanceAfter: 255, heldAfter: 0 }
    expect((await entriesOf(db, userId)).at(-1)).toEqual({
      ...entry,
      orderId: null,
      actor: admin.actor.userId,
      reason,
    })
    const who = { action: 'credits.adjusted', actorId: admin.actor.userId, reason, requestId: 'request-1' }
    expect(await auditOf(userId)).toEqual([{ ...who, before, after }])
  })

  test('takes credits to the last, and no more: then nothing changes, and it says how many there are', async () => {
    const userId = await account(db, { subscription: 1_500, onDemand: 5 })
    await holdCredits(db, { userId, orderId: newId(), amount: 300 })
    await expect(adjust(userId, 'SUBSCRIPTION', -1_201)).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
      message: 'The user has 1,200 subscription credits to spend, so 1,201 cannot be taken.',
    })
    await expect(adjust(userId, 'ON_DEMAND', -6)).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
    expect(await entriesOf(db, userId)).toHaveLength(3)
    expect(await auditOf(userId)).toEqual([])
    expect(await adjust(userId, 'SUBSCRIPTION', -1_200)).toEqual({
      subscriptionCredits: 0,
      subscriptionCreditsHeld: 300,
      onDemandCredits: 5,
    })
    expect(await sumsOfEntries(db, userId)).toEqual(await sumsInAccount(db, userId))
  })

  test('of ten at once that take all there is, one is done', async () => {
    const userId = await account(db, { onDemand: 100 })
    const done = await Promise.allSettled(Array.from({ length: 10 }, () => adjust(userId, 'ON_DEMAND', -100)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await sumsInAccount(db, userId)).ON_DEMAND.available).toBe(0)
    expect(await auditOf(userId)).toHaveLength(1)
  })

  test('of nobody, and of a closed account, finds nobody; of a deactivated one it is done', async () => {
    const nobody = { code: 'NOT_FOUND', message: 'This user was not found.' }
    await expect(adjust(newId(), 'ON_DEMAND', 5)).rejects.toMatchObject(nobody)
    const userId = await account(db)
    await db.updateTable('users').set({ isActive: false }).where('id', '=', userId).execute()
    expect(await adjust(userId, 'ON_DEMAND', 5)).toMatchObject({ onDemandCredits: 5 })
    await db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', userId).execute()
    await expect(adjust(userId, 'ON_DEMAND', 5)).rejects.toMatchObject(nobody)
    expect(await balanceOf(db, userId)).toMatchObject({ onDemandCredits: 5 })
  })
})
