import { auditLog } from '@dooryard/contract/admin/audit-log'
import { billing } from '@dooryard/contract/billing/billing'
import { account } from '@dooryard/contract/identity/account'
import { afterAll, describe, expect, test } from 'vitest'
import { appError } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
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
  smallPack,
  withProviderOverrides,
} from './auto-top-up.fixture.ts'
import { resumeTopUps } from './auto-top-up.ts'
import { topUp } from './top-up.ts'

const portal = await testPortal()
afterAll(portal.close)

const getWatchThreshold = async (userId: string) =>
  (
    await portal.db
      .selectFrom('creditAccounts')
      .select('alertThreshold')
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.alertThreshold

test('is off by default and shows the saved setting once enabled', async () => {
  const owner = await createPayer(portal)
  const before = (await owner.as.call(billing.info)).body.autoTopUp
  expect(before).toMatchObject({ enabled: false, spentThisMonth: { amount: 0 } })
  const { status, body } = await setTopUp(owner)
  const set = {
    enabled: true,
    threshold: 100,
    packId: smallPack,
    monthlyCap: { amount: 7000, currency: 'USD' },
    spentThisMonth: { amount: 0, currency: 'USD' },
  }
  expect({ status, body }).toEqual({ status: 200, body: set })
  expect((await owner.as.call(billing.info)).body.autoTopUp).toEqual(set)
  expect(await getWatchThreshold(owner.id)).toBe(100)
  expect(await hasJob(portal, owner.id)).toBe(false)
})

test('tops up at once if credits are already low, and later whenever they fall below the threshold', async () => {
  const owner = await createPayer(portal)
  await setOnDemandBalance(portal, owner.id, 499)
  await setTopUp(owner, { threshold: 500 })
  expect(await hasJob(portal, owner.id)).toBe(true)
  const other = await createPayer(portal)
  await setTopUp(other, { threshold: 500 })
  expect(await hasJob(portal, other.id)).toBe(false)
  await setOnDemandBalance(portal, other.id, 499)
  expect(await hasJob(portal, other.id)).toBe(true)
})

test('does not watch the balance once disabled', async () => {
  const owner = await createPayer(portal)
  await setTopUp(owner)
  const { body } = await setTopUp(owner, { enabled: false })
  expect(body.enabled).toBe(false)
  expect(await getWatchThreshold(owner.id)).toBeNull()
  await setOnDemandBalance(portal, owner.id, 0)
  expect(await hasJob(portal, owner.id)).toBe(false)
})

test('says how to save a card if none is on file', async () => {
  const owner = await user(portal)
  const reply = await setTopUp(owner)
  expect(reply).toMatchObject({ status: 422, body: { code: 'UNPROCESSABLE' } })
  expect(JSON.stringify(reply.body)).toContain('Buy a pack or subscribe')
  // Disabling needs no card.
  expect((await setTopUp(owner, { enabled: false })).status).toBe(200)
})

test('the cap must cover one pack, and the pack must be active', async () => {
  const owner = await createPayer(portal)
  expect(await setTopUp(owner, { monthlyCap: packPrice - 1 })).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'monthlyCap' }] },
  })
  expect((await setTopUp(owner, { monthlyCap: packPrice })).status).toBe(200)
  expect((await setTopUp(owner, { packId: newId() })).status).toBe(404)
  const gone = newId()
  await portal.db
    .insertInto('packs')
    .values({ id: gone, name: 'Gone', credits: 5, price: 100, isActive: false })
    .execute()
  expect((await setTopUp(owner, { packId: gone })).status).toBe(404)
})

test('the threshold is at most the credits of one pack, so that one pack reaches it', async () => {
  const owner = await createPayer(portal)
  const message = 'The threshold may be at most what one pack gives: 500 credits.'
  for (const threshold of [501, 50_000])
    expect(await setTopUp(owner, { threshold, monthlyCap: 4 * packPrice })).toMatchObject({
      status: 422,
      body: { code: 'UNPROCESSABLE', message, issues: [{ path: 'threshold', message }] },
    })
  expect(await hasJob(portal, owner.id)).toBe(false)
  expect((await setTopUp(owner, { threshold: 500 })).status).toBe(200)
})

test('a pack of one credit is named in the singular', async () => {
  const owner = await createPayer(portal)
  const packId = '00000000-0000-7000-8000-000000000202'
  await portal.db.updateTable('packs').set({ credits: 1 }).where('id', '=', packId).execute()
  const message = 'The threshold may be at most what one pack gives: 1 credit.'
  expect(await setTopUp(owner, { packId, threshold: 2, monthlyCap: 100_000 })).toMatchObject({ body: { message } })
})

test('each change is in the audit log with the previous setting', async () => {
  const [owner, admin] = [await createPayer(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  await setTopUp(owner)
  await setTopUp(owner, { threshold: 300 })
  const query = { action: 'auto_top_up.changed', object: owner.id } as const
  const { items } = (await admin.as.call(auditLog.list, { query })).body
  expect(items).toMatchObject([
    { actor: { id: owner.id }, before: { threshold: 100, enabled: true }, after: { threshold: 300 } },
    { actor: { id: owner.id }, after: { threshold: 100, packId: smallPack } },
  ])
})

describe('a top-up in progress', () => {
  const services = getBillingServices(portal)

  const close = ({ as }: TestUser) => as.call(account.close, { body: { password: testPassword } })

  const unreachable = withProviderOverrides(portal, () => ({
    charge: async () => {
      throw appError('UNAVAILABLE', 'The payment provider cannot be reached.')
    },
  }))

  /** Creates a user whose credits ran low while the provider was unreachable. */
  async function waiting(): Promise<TestUser> {
    const owner = await createPayer(portal)
    await setTopUp(owner)
    await setOnDemandBalance(portal, owner.id, 50)
    await expect(topUp(unreachable, owner.id)).rejects.toThrow('cannot be reached')
    return owner
  }

  test('disabled before the provider was reached, charges nothing any more', async () => {
    const owner = await waiting()
    await setTopUp(owner, { enabled: false })
    await topUp(services, owner.id)
    expect([await countCharges(portal, owner.id), await getOnDemandCredits(portal, owner.id)]).toEqual([0, 50])
    const { autoTopUp } = (await owner.as.call(billing.info)).body
    expect(autoTopUp).toMatchObject({ enabled: false, spentThisMonth: { amount: 0 } })
    expect(autoTopUp).not.toHaveProperty('pausedReason')
    await resumeTopUps(services)
    await setTopUp(owner)
    await topUp(services, owner.id)
    expect([await countCharges(portal, owner.id), await getOnDemandCredits(portal, owner.id)]).toEqual([
      1,
      50 + packCredits,
    ])
  })

  test('grants what was charged before it was disabled', async () => {
    const owner = await createPayer(portal)
    await setTopUp(owner)
    await setOnDemandBalance(portal, owner.id, 50)
    const dying = withProviderOverrides(portal, (provider) => ({
      charge: async (purchase) => {
        await provider.charge(purchase)
        throw new Error('killed')
      },
    }))
    await expect(topUp(dying, owner.id)).rejects.toThrow('killed')
    await setTopUp(owner, { enabled: false })
    await topUp(services, owner.id)
    expect([await countCharges(portal, owner.id), await getOnDemandCredits(portal, owner.id)]).toEqual([
      1,
      50 + packCredits,
    ])
  })

  test('keeps the account open while a pack is being bought, and a closed account is charged nothing', async () => {
    const owner = await waiting()
    expect(await close(owner)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    await setTopUp(owner, { enabled: false })
    await topUp(services, owner.id)
    expect(await close(owner)).toMatchObject({ status: 204 })
    await topUp(services, owner.id)
    expect(await countCharges(portal, owner.id)).toBe(0)
  })

  test('a charge without a card at the provider is in the history as failed', async () => {
    const owner = await createPayer(portal)
    await setTopUp(owner)
    await setOnDemandBalance(portal, owner.id, 50)
    const failure = 'There is no card on file.'
    const cardless = withProviderOverrides(portal, ({ now }) => ({
      // As the Stripe provider answers: no payment exists that could be fetched.
      charge: async ({ description: _, ...purchase }) => ({
        ...{ ...purchase, id: `none_${purchase.checkoutId}`, status: 'FAILED', failure, at: await now() },
      }),
    }))
    await topUp(cardless, owner.id)
    expect(await listTopUpPayments(portal, owner.id)).toMatchObject([
      { status: 'FAILED', failure, invoiceNumber: null },
    ])
    const { autoTopUp } = (await owner.as.call(billing.info)).body
    expect(autoTopUp).toMatchObject({ enabled: false, pausedReason: failure })
    await topUp(services, owner.id)
    expect([await hasJob(portal, owner.id), await countCharges(portal, owner.id)]).toEqual([true, 0])
  })
})
