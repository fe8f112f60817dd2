import type { Bucket } from '@dooryard/contract/billing/credit-history'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testDatabase } from '../../../test/stores/database.ts'
import { getBalance } from '../balance/balance.ts'
import { holdCredits } from '../holds/holds.ts'
import {
  createAdjuster,
  createTestAccount,
  getAccountSums,
  listLedgerEntries,
  sumLedgerEntries,
} from '../ledger/ledger.fixture.ts'
import { adjustCredits } from './grant-credits.ts'

const { db, close } = await testDatabase()
afterAll(close)

const admin = createAdjuster(db)
const reason = 'For the order that came back short'

const adjust = (userId: string, bucket: Bucket, amount: number) =>
  adjustCredits({ ...admin, requestId: 'request-1' }, { userId, bucket, amount, reason })

const listAuditEntries = (userId: string) =>
  db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after', 'reason', 'requestId'])
    .where('objectId', '=', userId)
    .execute()

describe('an adjustment', () => {
  test('adds credits, with the reason and the administrator in the ledger and the audit log', async () => {
    const userId = await createTestAccount(db, { subscription: 10, onDemand: 5 })
    const before = { subscriptionCredits: 10, subscriptionCreditsHeld: 0, onDemandCredits: 5 }
    const after = { ...before, onDemandCredits: 255 }
    expect(await adjust(userId, 'ON_DEMAND', 250)).toEqual(after)
    expect(await getBalance(db, userId)).toEqual(after)
    const entry = { type: 'ADJUST', bucket: 'ON_DEMAND', amount: 250, held: 0, balanceAfter: 255, heldAfter: 0 }
    expect((await listLedgerEntries(db, userId)).at(-1)).toEqual({
      ...entry,
      orderId: null,
      actor: admin.actor.userId,
      reason,
    })
    const who = { action: 'credits.adjusted', actorId: admin.actor.userId, reason, requestId: 'request-1' }
    expect(await listAuditEntries(userId)).toEqual([{ ...who, before, after }])
  })

  test('can deduct all credits but no more: then nothing changes, and the error says how many there are', async () => {
    const userId = await createTestAccount(db, { subscription: 1_500, onDemand: 5 })
    await holdCredits(db, { userId, orderId: newId(), amount: 300 })
    await expect(adjust(userId, 'SUBSCRIPTION', -1_201)).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
      message: 'The user has 1,200 plan credits available, so 1,201 cannot be removed.',
    })
    await expect(adjust(userId, 'ON_DEMAND', -6)).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
    expect(await listLedgerEntries(db, userId)).toHaveLength(3)
    expect(await listAuditEntries(userId)).toEqual([])
    expect(await adjust(userId, 'SUBSCRIPTION', -1_200)).toEqual({
      subscriptionCredits: 0,
      subscriptionCreditsHeld: 300,
      onDemandCredits: 5,
    })
    expect(await sumLedgerEntries(db, userId)).toEqual(await getAccountSums(db, userId))
  })

  test('that takes the whole balance succeeds once of ten concurrent attempts', async () => {
    const userId = await createTestAccount(db, { onDemand: 100 })
    const done = await Promise.allSettled(Array.from({ length: 10 }, () => adjust(userId, 'ON_DEMAND', -100)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await getAccountSums(db, userId)).ON_DEMAND.available).toBe(0)
    expect(await listAuditEntries(userId)).toHaveLength(1)
  })

  test('of an unknown or closed account returns not found, and of a deactivated one succeeds', async () => {
    const nobody = { code: 'NOT_FOUND', message: 'This user was not found.' }
    await expect(adjust(newId(), 'ON_DEMAND', 5)).rejects.toMatchObject(nobody)
    const userId = await createTestAccount(db)
    await db.updateTable('users').set({ isActive: false }).where('id', '=', userId).execute()
    expect(await adjust(userId, 'ON_DEMAND', 5)).toMatchObject({ onDemandCredits: 5 })
    await db.updateTable('users').set({ closedAt: new Date() }).where('id', '=', userId).execute()
    await expect(adjust(userId, 'ON_DEMAND', 5)).rejects.toMatchObject(nobody)
    expect(await getBalance(db, userId)).toMatchObject({ onDemandCredits: 5 })
  })
})
