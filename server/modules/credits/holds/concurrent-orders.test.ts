import { adminBilling, type CreditAdjustment } from '@dooryard/contract/billing/admin/admin-billing'
import { billing } from '@dooryard/contract/billing/billing'
import { sandbox } from '@dooryard/contract/billing/payments'
import { account } from '@dooryard/contract/identity/account'
import type { Order } from '@dooryard/contract/orders/order'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, describe, expect, test } from 'vitest'
import { startWorker } from '../../../platform/jobs/jobs.ts'
import { type Db, openPool } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { enterpriseUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createCaller, type Reply } from '../../../test/requests.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { billingTasks } from '../../billing/index.ts'
import { cardWithBehavior, getSessionId } from '../../billing/provider/sandbox/pay.fixture.ts'
import { startSecondApi } from '../balance/second-api.fixture.ts'
import { clawBackCredits } from '../grants/claw-back-credits.ts'
import { adjustCredits, grantCredits } from '../grants/grant-credits.ts'
import { createTestPayment } from '../grants/payment.fixture.ts'
import { renewCredits } from '../grants/subscription-credits.ts'
import {
  createAdjuster,
  getAccountSums,
  isChained,
  listLedgerEntries,
  sumLedgerEntries,
  verifyLedger,
} from '../ledger/ledger.fixture.ts'

const portal = await testPortal({ demoRows: 1_000 })
const second = await startSecondApi(portal)
// Orders stay as placed with their holds: only payment jobs are run.
const paymentTasks = billingTasks({ ...portal.services, ...portal.billing })
const workerPool = openPool(portal.shared.connectionString)
const worker = await startWorker({ pool: workerPool, tasks: paymentTasks, log: portal.services.log })
afterAll(async () => {
  await worker.stop()
  await workerPool.end()
  await second.close()
  await portal.close()
})

type TestOwner = Awaited<ReturnType<typeof enterpriseUser>>

const quantity = 50
const packId = '00000000-0000-7000-8000-000000000201'

/** Places an order through one of the two APIs. */
const placeOrder = ({ as, campaign }: TestOwner, api: { url: string }) =>
  createCaller(api.url, as.token).call(orders.place, {
    params: { campaignId: campaign.id },
    body: { orderName: 'First mailing', quantity },
  })

const countStatuses = (replies: Reply<Order>[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(replies, ({ status }) => status)).map(([status, some]) => [status, some?.length]),
  )

describe('many concurrent orders against a balance that covers 14', () => {
  const tries = scaleForTorture(60, 200)
  const apis = { 'one API': [portal], 'two processes': [portal, second] }
  test.each(Object.entries(apis))('through %s: 14 are accepted', { timeout: 600_000 }, async (_, through) => {
    for (let round = 0; round < scaleForTorture(1, 20); round++) {
      const subscriptionCredits = (round * 137) % 700
      const owner = await enterpriseUser(portal, {
        subscriptionCredits,
        onDemandCredits: 14 * quantity - subscriptionCredits + 49,
      })
      const replies = await Promise.all(
        Array.from({ length: tries }, (_, at) => placeOrder(owner, through[at % through.length] ?? portal)),
      )
      expect(countStatuses(replies)).toEqual({ 201: 14, 402: tries - 14 })
      expect((await owner.as.call(account.me)).body.balance).toEqual({
        subscriptionCredits: 0,
        subscriptionCreditsHeld: subscriptionCredits,
        onDemandCredits: 49,
      })
      const placed = (await owner.as.call(orders.listAll)).body
      expect(placed.totalCount).toBe(14)
    }
    expect(await verifyLedger(portal.db)).toMatchObject({ isIntact: true, problems: [] })
  })
})

describe('concurrent orders, adjustments, grants, renewals, refunds and payments through two processes', () => {
  type Change = (db: Db, userId: string) => Promise<unknown>
  const cause = (userId: string) => ({ userId, reason: 'For the mix of changes', actor: 'test' })
  const changes: Change[] = [
    (db, userId) => grantCredits(db, { ...cause(userId), bucket: 'ON_DEMAND', amount: 30 }),
    (db, userId) => adjustCredits(createAdjuster(db), { ...cause(userId), bucket: 'ON_DEMAND', amount: -40 }),
    (_, userId) => adjustThere({ userId, bucket: 'SUBSCRIPTION', amount: 25, reason: 'For the mix of changes' }),
    async (db, userId) => {
      const transactionId = await createTestPayment(db, { userId, credits: 60 })
      renewals.unshift(transactionId)
      await renewCredits(db, { userId, monthlyCredits: 60, transactionId, reason: 'A new month' })
    },
    async (db, userId) => {
      const refund = { bucket: 'SUBSCRIPTION', transactionId: renewals.pop() ?? newId() } as const
      await clawBackCredits(db, { ...cause(userId), ...refund })
    },
  ]
  const renewals: string[] = []

  const admin = user(portal, { role: 'SUPER_ADMIN' })
  const adjustThere = async (body: CreditAdjustment) => {
    const { status } = await createCaller(second.url, (await admin).as.token).call(adminBilling.adjustCredits, { body })
    expect(status).toBe(200)
  }

  /** Buys a pack through one API and pays through the other, while payment events are processed. */
  const buy = async ({ as }: TestOwner, [here, there]: [{ url: string }, { url: string }]) => {
    const { body } = await createCaller(here.url, as.token).call(billing.checkout, { body: { packId } })
    const session = getSessionId(body.url)
    const card = cardWithBehavior('SUCCEEDS')
    const { status } = await createCaller(there.url).call(sandbox.pay, { params: { session }, body: { card } })
    expect(status).toBe(200)
  }
  const waiting = async () =>
    (
      await portal.pool.query('select from graphile_worker.jobs where task_identifier = any($1)', [
        Object.keys(paymentTasks),
      ])
    ).rowCount

  test('leave a balance that equals the sum of the ledger', { timeout: 600_000 }, async () => {
    for (let round = 0; round < scaleForTorture(1, 20); round++) {
      const owner = await enterpriseUser(portal, { subscriptionCredits: 200, onDemandCredits: 300 })
      const placing = Array.from({ length: 60 }, (_, at) => placeOrder(owner, at % 2 ? portal : second))
      const paying = Array.from({ length: 6 }, (_, at) => buy(owner, at % 2 ? [portal, second] : [second, portal]))
      const changing = Array.from({ length: 40 }, (_, at) => {
        const change = changes[at % changes.length] ?? changes[0]
        return portal.services.db.transaction().execute((trx) => change?.(trx, owner.id) ?? Promise.resolve())
      })
      const changed = await Promise.allSettled(changing)
      // Only requests that exceeded the balance are rejected.
      for (const one of changed)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'UNPROCESSABLE' })
      const { 201: accepted = 0, 402: refused = 0 } = countStatuses(await Promise.all(placing))
      expect(accepted + refused).toBe(60)
      await Promise.all(paying)
      await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
      const entries = await listLedgerEntries(portal.db, owner.id)
      const bought = entries.filter(({ type }) => type === 'PURCHASE').map(({ amount }) => amount)
      expect(bought).toEqual(Array.from({ length: 6 }, () => 500))
      const sums = await getAccountSums(portal.db, owner.id)
      expect(sums.SUBSCRIPTION.held + sums.ON_DEMAND.held).toBe(accepted * quantity)
      expect(await sumLedgerEntries(portal.db, owner.id)).toEqual(sums)
      expect(await isChained(portal.db, owner.id)).toBe(true)
    }
    expect(await verifyLedger(portal.db)).toMatchObject({ isIntact: true, problems: [] })
  })
})
