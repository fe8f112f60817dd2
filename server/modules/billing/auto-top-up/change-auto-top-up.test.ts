import { auditLog } from '@dooryard/contract/audit-log'
import { billing } from '@dooryard/contract/billing'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { hasJob, leave, packPrice, payer, setTopUp, smallPack } from './auto-top-up.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const watched = async (userId: string) =>
  (await portal.db.selectFrom('creditAccounts').select('watchBelow').where('userId', '=', userId).executeTakeFirst())
    ?.watchBelow

test('it is off until somebody switches it on, and shows what was set', async () => {
  const owner = await payer(portal)
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
  expect(await watched(owner.id)).toBe(100)
  expect(await hasJob(portal, owner.id)).toBe(false)
})

test('it starts at once where credits are low already, and later whenever they fall below', async () => {
  const owner = await payer(portal)
  await leave(portal, owner.id, 499)
  await setTopUp(owner, { threshold: 500 })
  expect(await hasJob(portal, owner.id)).toBe(true)
  const other = await payer(portal)
  await setTopUp(other, { threshold: 500 })
  expect(await hasJob(portal, other.id)).toBe(false)
  await leave(portal, other.id, 499)
  expect(await hasJob(portal, other.id)).toBe(true)
})

test('switched off, nothing is watched any more', async () => {
  const owner = await payer(portal)
  await setTopUp(owner)
  const { body } = await setTopUp(owner, { enabled: false })
  expect(body.enabled).toBe(false)
  expect(await watched(owner.id)).toBeNull()
  await leave(portal, owner.id, 0)
  expect(await hasJob(portal, owner.id)).toBe(false)
})

test('without a card on file it says how to get one', async () => {
  const owner = await user(portal)
  const reply = await setTopUp(owner)
  expect(reply).toMatchObject({ status: 422, body: { code: 'UNPROCESSABLE' } })
  expect(JSON.stringify(reply.body)).toContain('Buy a pack once, or subscribe')
  // Switching off needs none.
  expect((await setTopUp(owner, { enabled: false })).status).toBe(200)
})

test('the cap must pay for one pack, and the pack must be on offer', async () => {
  const owner = await payer(portal)
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

test('the threshold may be at most what one pack gives, so that one lifts the credits to it', async () => {
  const owner = await payer(portal)
  const message = 'The threshold may be at most what one pack gives: 500 credits.'
  for (const threshold of [501, 50_000])
    expect(await setTopUp(owner, { threshold, monthlyCap: 4 * packPrice })).toMatchObject({
      status: 422,
      body: { code: 'UNPROCESSABLE', message, issues: [{ path: 'threshold', message }] },
    })
  expect(await hasJob(portal, owner.id)).toBe(false)
  expect((await setTopUp(owner, { threshold: 500 })).status).toBe(200)
})

test('of a pack of one credit it is said as one', async () => {
  const owner = await payer(portal)
  const packId = '00000000-0000-7000-8000-000000000202'
  await portal.db.updateTable('packs').set({ credits: 1 }).where('id', '=', packId).execute()
  const message = 'The threshold may be at most what one pack gives: 1 credit.'
  expect(await setTopUp(owner, { packId, threshold: 2, monthlyCap: 100_000 })).toMatchObject({ body: { message } })
})

test('each change is in the audit log with what was before', async () => {
  const [owner, admin] = [await payer(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  await setTopUp(owner)
  await setTopUp(owner, { threshold: 300 })
  const query = { action: 'auto_top_up.changed', object: owner.id } as const
  const { items } = (await admin.as.call(auditLog.list, { query })).body
  expect(items).toMatchObject([
    { actor: { id: owner.id }, before: { threshold: 100, enabled: true }, after: { threshold: 300 } },
    { actor: { id: owner.id }, after: { threshold: 100, packId: smallPack } },
  ])
})
