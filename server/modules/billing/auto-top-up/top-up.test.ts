import { billing } from '@dooryard/contract/billing/billing'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { advance } from '../provider/sandbox/pay.fixture.ts'
import { syncPayment } from '../sync/sync-payment.ts'
import {
  countCharges,
  createPayer,
  getBillingServices,
  getOnDemandCredits,
  hasJob,
  listTopUpPayments,
  packCredits,
  packPrice,
  setOnDemandBalance,
  setTopUp,
  withProviderOverrides,
} from './auto-top-up.fixture.ts'
import { resumeTopUps } from './auto-top-up.ts'
import { topUp } from './top-up.ts'

const portal = await testPortal()
afterAll(portal.close)
const services = getBillingServices(portal)

const getAutoTopUpSetting = async (owner: Awaited<ReturnType<typeof createPayer>>) =>
  (await owner.as.call(billing.info)).body.autoTopUp

const deleteTopUpJob = (userId: string) =>
  sql`delete from graphile_worker._private_jobs where key = ${`top-up-credits:${userId}`}`.execute(portal.db)

async function countQueuedMails(): Promise<number> {
  const { rows } = await sql<{ mails: number }>`
    select count(*)::int as mails from graphile_worker.jobs where task_identifier = 'send-mail'`.execute(portal.db)
  return rows[0]?.mails ?? 0
}

test('credits below the threshold are topped up by one pack, with an invoice', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner)
  await topUp(services, owner.id)
  expect(await listTopUpPayments(portal, owner.id)).toEqual([])
  await setOnDemandBalance(portal, owner.id, 99)
  await topUp(services, owner.id)
  expect(await getOnDemandCredits(portal, owner.id)).toBe(99 + packCredits)
  const bought = { status: 'PAID', amount: packPrice, description: '500 credits, automatic top-up' }
  expect(await listTopUpPayments(portal, owner.id)).toMatchObject([
    { ...bought, invoiceNumber: expect.stringMatching(/^DY-/) },
  ])
  const { items } = (await owner.as.call(creditHistory.list, { query: {} })).body
  expect(items[0]).toMatchObject({ type: 'PURCHASE', bucket: 'ON_DEMAND', amount: packCredits, actor: 'Dooryard' })
  expect((await getAutoTopUpSetting(owner)).spentThisMonth.amount).toBe(packPrice)
})

test('many concurrent drops buy one pack', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner, { monthlyCap: 20 * packPrice })
  for (let round = 1; round <= scaleForTorture(2, 20); round++) {
    await setOnDemandBalance(portal, owner.id, 10)
    const runs = await Promise.allSettled(Array.from({ length: 20 }, () => topUp(services, owner.id)))
    expect(runs.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await getOnDemandCredits(portal, owner.id)).toBe(10 + packCredits)
    expect(await countCharges(portal, owner.id)).toBe(round)
  }
})

test('each drop below the threshold buys one pack, within the monthly cap', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner, { threshold: packCredits, monthlyCap: 3 * packPrice + 100 })
  for (let fall = 1; fall <= 4; fall++) {
    await setOnDemandBalance(portal, owner.id, 0)
    await Promise.all(Array.from({ length: 8 }, () => topUp(services, owner.id)))
    const isWithin = fall <= 3
    expect(await getOnDemandCredits(portal, owner.id)).toBe(isWithin ? packCredits : 0)
    expect(await countCharges(portal, owner.id)).toBe(isWithin ? fall : 3)
  }
  // At the cap it waits and stays enabled.
  await topUp(services, owner.id)
  expect(await countCharges(portal, owner.id)).toBe(3)
  expect(await getAutoTopUpSetting(owner)).toMatchObject({ enabled: true, spentThisMonth: { amount: 3 * packPrice } })
  expect(portal.logged.join('')).toContain('its cap is reached')
})

test('a job that dies after the charge is retried, and the card is charged once', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner)
  await setOnDemandBalance(portal, owner.id, 0)
  const dying = withProviderOverrides(portal, (provider) => ({
    charge: async (purchase) => {
      await provider.charge(purchase)
      throw new Error('killed')
    },
  }))
  await expect(topUp(dying, owner.id)).rejects.toThrow('killed')
  const unrecorded = withProviderOverrides(portal, () => ({
    payment: async () => {
      throw new Error('killed')
    },
  }))
  await expect(topUp(unrecorded, owner.id)).rejects.toThrow('killed')
  expect(await getOnDemandCredits(portal, owner.id)).toBe(0)
  await topUp(services, owner.id)
  expect(await getOnDemandCredits(portal, owner.id)).toBe(packCredits)
  expect(await countCharges(portal, owner.id)).toBe(1)
})

test('an open purchase is charged under its own id, because another id would charge twice', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner)
  await setOnDemandBalance(portal, owner.id, 0)
  const ids = new Set<string>()
  const down = withProviderOverrides(portal, () => ({
    charge: async ({ checkoutId }) => {
      ids.add(checkoutId)
      throw new Error('the provider is down')
    },
  }))
  for (let attempt = 0; attempt < 3; attempt++) await expect(topUp(down, owner.id)).rejects.toThrow('down')
  expect(ids.size).toBe(1)
  // Negative control: if the purchase were forgotten, the next one would be charged under a new id.
  await portal.db
    .updateTable('checkouts')
    .set({ status: 'EXPIRED' })
    .where('id', '=', [...ids][0] ?? '')
    .execute()
  await expect(topUp(down, owner.id)).rejects.toThrow('down')
  expect(ids.size).toBe(2)
})

test('a declined card disables top-up with a mail and is not retried', async () => {
  const owner = await createPayer(portal, 'FAILS_AT_RENEWAL')
  await setTopUp(owner)
  await setOnDemandBalance(portal, owner.id, 5)
  const before = await countQueuedMails()
  await topUp(services, owner.id)
  const setting = await getAutoTopUpSetting(owner)
  expect(setting.enabled).toBe(false)
  expect(setting.pausedReason).toMatch(/declined/i)
  expect(await listTopUpPayments(portal, owner.id)).toMatchObject([{ status: 'FAILED', invoiceNumber: null }])
  expect(await countQueuedMails()).toBe(before + 1)
  for (let again = 0; again < 3; again++) await topUp(services, owner.id)
  await setOnDemandBalance(portal, owner.id, 1)
  expect(await countCharges(portal, owner.id)).toBe(1)
  expect(await countQueuedMails()).toBe(before + 1)
  // Once the owner enables it again, it is retried.
  expect((await setTopUp(owner)).body).not.toHaveProperty('pausedReason')
  await topUp(services, owner.id)
  expect(await countCharges(portal, owner.id)).toBe(2)
})

test('a decline recorded while the job was dead also disables top-up', async () => {
  const owner = await createPayer(portal, 'FAILS_AT_RENEWAL')
  await setTopUp(owner)
  await setOnDemandBalance(portal, owner.id, 5)
  let paymentId = ''
  const dying = withProviderOverrides(portal, (provider) => ({
    charge: async (purchase) => {
      paymentId = (await provider.charge(purchase)).id
      throw new Error('killed')
    },
  }))
  await expect(topUp(dying, owner.id)).rejects.toThrow('killed')
  // As the provider's event does.
  await syncPayment(services, paymentId)
  await topUp(services, owner.id)
  expect(await getAutoTopUpSetting(owner)).toMatchObject({
    enabled: false,
    pausedReason: expect.stringMatching(/declined/i),
  })
  expect(await countCharges(portal, owner.id)).toBe(1)
})

test('an inactive pack disables top-up', async () => {
  const owner = await createPayer(portal)
  const packId = '00000000-0000-7000-8000-000000000202'
  await setTopUp(owner, { packId, monthlyCap: 100_000 })
  await setOnDemandBalance(portal, owner.id, 5)
  const offer = (isActive: boolean) =>
    portal.db.updateTable('packs').set({ isActive }).where('id', '=', packId).execute()
  await offer(false)
  await topUp(services, owner.id)
  await offer(true)
  expect(await getAutoTopUpSetting(owner)).toMatchObject({
    enabled: false,
    pausedReason: '2,000 credits is no longer available.',
  })
  expect(await countCharges(portal, owner.id)).toBe(0)
})

test('a pack that became free disables top-up, and the mail says so', async () => {
  const owner = await createPayer(portal)
  const packId = '00000000-0000-7000-8000-000000000202'
  await setTopUp(owner, { packId, monthlyCap: 100_000 })
  await setOnDemandBalance(portal, owner.id, 5)
  const { price } = await portal.db
    .selectFrom('packs')
    .select('price')
    .where('id', '=', packId)
    .executeTakeFirstOrThrow()
  const cost = (cents: number) =>
    portal.db.updateTable('packs').set({ price: cents }).where('id', '=', packId).execute()
  await cost(0)
  await topUp(services, owner.id)
  await cost(price)
  const pausedReason = '2,000 credits costs nothing now, so it cannot be bought automatically.'
  expect(await getAutoTopUpSetting(owner)).toMatchObject({ enabled: false, pausedReason })
  expect(await countCharges(portal, owner.id)).toBe(0)
})

test('a closed or deactivated account is not charged', async () => {
  for (const ended of [{ isActive: false }, { closedAt: new Date() }]) {
    const owner = await createPayer(portal)
    await setTopUp(owner)
    await setOnDemandBalance(portal, owner.id, 5)
    await portal.db.updateTable('users').set(ended).where('id', '=', owner.id).execute()
    await topUp(services, owner.id)
    await resumeTopUps(services)
    expect(await countCharges(portal, owner.id)).toBe(0)
  }
})

// Runs last, because it moves the provider's clock for every test.
test('a top-up blocked by the cap continues by itself in the next month', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner, { monthlyCap: packPrice })
  for (let fall = 0; fall < 2; fall++) {
    await setOnDemandBalance(portal, owner.id, 50)
    await topUp(services, owner.id)
  }
  expect(await getOnDemandCredits(portal, owner.id)).toBe(50)
  await deleteTopUpJob(owner.id)
  await resumeTopUps(services)
  expect(await hasJob(portal, owner.id)).toBe(false)
  await advance(portal, 31)
  await resumeTopUps(services)
  expect(await hasJob(portal, owner.id)).toBe(true)
  await topUp(services, owner.id)
  expect(await getOnDemandCredits(portal, owner.id)).toBe(50 + packCredits)
  expect(await getAutoTopUpSetting(owner)).toMatchObject({ enabled: true, spentThisMonth: { amount: packPrice } })
})
