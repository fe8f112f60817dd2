import { adminBilling } from '@dooryard/contract/admin-billing'
import { orders } from '@dooryard/contract/orders'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { actingAs, campaign, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { balanceOf } from '../../credits/index.ts'
import {
  billingOf,
  chargesOf,
  hasJob,
  leave,
  packCredits,
  packPrice,
  payer,
  setTopUp,
  smallPack,
} from './auto-top-up.fixture.ts'
import { resumeTopUps } from './resume-top-ups.ts'
import { topUp } from './top-up.ts'

const portal = await testPortal()
afterAll(portal.close)
const services = billingOf(portal)

const creditsOf = async (userId: string) => (await balanceOf(portal.db, userId)).onDemandCredits

const forgetJob = (userId: string) =>
  sql`delete from graphile_worker._private_jobs where key = ${`balance-below:${userId}`}`.execute(portal.db)

test('a pack that gives less than it did is bought once, however far that is from the threshold', async () => {
  const owner = await payer(portal)
  await setTopUp(owner, { threshold: packCredits, monthlyCap: 20 * packPrice })
  await leave(portal, owner.id, 0)
  const gives = (credits: number) =>
    portal.db.updateTable('packs').set({ credits }).where('id', '=', smallPack).execute()
  await gives(100)
  await topUp(services, owner.id)
  await forgetJob(owner.id)
  await resumeTopUps(services)
  const [credits, isResumed] = [await creditsOf(owner.id), await hasJob(portal, owner.id)]
  await gives(packCredits)
  expect([credits, isResumed, await chargesOf(portal, owner.id)]).toEqual([100, false, 1])
})

test('what an administrator spends as a user tops nothing up, and what the user spends next does', async () => {
  const owner = await payer(portal)
  const { id: campaignId } = await campaign(owner)
  const order = { params: { campaignId }, body: { orderName: 'First mailing', quantity: 60 } }
  await setTopUp(owner, { threshold: 450 })
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const acting = await actingAs(portal, admin, owner.id)
  expect((await acting.as.call(orders.place, order)).status).toBe(201)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await resumeTopUps(services)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await topUp(services, owner.id)
  expect(await chargesOf(portal, owner.id)).toBe(0)
  expect((await owner.as.call(orders.place, order)).status).toBe(201)
  expect(await hasJob(portal, owner.id)).toBe(true)
  // What the user has started goes on, whatever is spent for them meanwhile.
  expect((await acting.as.call(orders.place, order)).status).toBe(201)
  await topUp(services, owner.id)
  expect(await chargesOf(portal, owner.id)).toBe(1)
})

test('credits that an administrator takes back are not bought again', async () => {
  const owner = await payer(portal)
  await setTopUp(owner)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const taken = { userId: owner.id, bucket: 'ON_DEMAND', amount: 10 - packCredits, reason: 'Given by mistake' } as const
  expect((await admin.as.call(adminBilling.adjustCredits, { body: taken })).status).toBe(200)
  await resumeTopUps(services)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await topUp(services, owner.id)
  expect(await chargesOf(portal, owner.id)).toBe(0)
  // What the owner spends next is topped up again.
  await leave(portal, owner.id, 5)
  await topUp(services, owner.id)
  expect(await chargesOf(portal, owner.id)).toBe(1)
})
