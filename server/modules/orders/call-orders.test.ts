import { createHash } from 'node:crypto'
import { account } from '@dooryard/contract/account'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { campaign } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { certificateKeySet, verifyCertificate } from '../dnc/index.ts'
import {
  buyer,
  forgetVendor,
  homes,
  isCallable,
  offerCalls,
  placed,
  registry,
  storedLeads,
  testVendor,
} from './calls.fixture.ts'

// No worker: each test works on its orders itself, after it has put the registry as it wants it.
let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 3_000 })
  await offerCalls(portal)
})
afterAll(() => portal.close())

const balanceOf = async ({ as }: Pick<Awaited<ReturnType<typeof buyer>>, 'as'>) =>
  (await as.call(account.me)).body.balance.onDemandCredits

const idsOf = async (orderId: string) => (await storedLeads(portal, orderId)).map(({ propertyId }) => propertyId)

const endsWithDigit = (digits: string) => (phone: string) => digits.includes(phone.at(-1) ?? '')

test('an order to call is filled with leads that may be called, and with no others', async () => {
  await registry(portal, { on: endsWithDigit('01234') })
  const owner = await buyer(portal)
  const order = await placed(portal, owner)
  await order.run()
  const now = await order.now()
  expect(now).toMatchObject({
    internalStatus: 'READY',
    deliveredQuantity: 50,
    creditsCaptured: 150,
    creditsReleased: 0,
  })
  expect(now.history.map(({ to }) => to)).toEqual([
    'QUEUED',
    'SELECTING',
    'TRACING',
    'SCRUBBING',
    'ASSEMBLING',
    'READY',
  ])
  const leads = await storedLeads(portal, order.orderId)
  expect(leads).toHaveLength(50)
  expect(leads.filter((lead) => !isCallable(lead))).toEqual([])
  const suppressed = leads.flatMap(({ contacts }) => contacts ?? []).filter(({ scrub }) => scrub === 'NATIONAL_DNC')
  expect(suppressed.length).toBeGreaterThan(0)
  expect(suppressed.every(({ value }) => endsWithDigit('01234')(value))).toBe(true)
  const { considered = 0, contactable = 0, callable = 0, selected } = now.waterfall ?? {}
  expect([considered >= contactable, contactable > callable, callable >= 50, selected]).toEqual([true, true, true, 50])
  expect(now.note).toBeUndefined()
})

test('its file is proved by a certificate of the numbers in it', async () => {
  await registry(portal, { on: endsWithDigit('01234') })
  const order = await placed(portal, await buyer(portal))
  await order.run()
  const file = await portal.db
    .selectFrom('orderFiles')
    .selectAll()
    .where('orderId', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const bytes = Buffer.concat(await portal.services.files.read(file.fileKey).toArray())
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(file).toMatchObject({ version: 1, sha256, leads: 50, callableLeads: 50 })
  const numbers = new Map(
    (await storedLeads(portal, order.orderId))
      .flatMap(({ contacts }) => contacts ?? [])
      .filter(({ type }) => type === 'PHONE')
      .map(({ value, scrub }) => [value, scrub]),
  )
  expect(file.scrub).toMatchObject({ numbers: numbers.size, notCovered: [] })
  const payload = JSON.parse(Buffer.from(file.certificate?.split('.')[1] ?? '', 'base64url').toString())
  expect(payload).toMatchObject({ orderId: order.orderId, version: 1, file: { sha256, leads: 50 }, scrub: file.scrub })
  const keys = await certificateKeySet(portal.services.secrets)
  expect(await verifyCertificate(file.certificate ?? '', { keys, csv: bytes })).toMatchObject({ isProven: true })
  const { expiresAt, dncCheckedAt } = await order.now()
  expect(Date.parse(expiresAt ?? '') - Date.parse(dncCheckedAt ?? '')).toBe(30 * 86_400_000)
  expect(dncCheckedAt).toBe((file.scrub as { checkedAt: string }).checkedAt)
})

test('the same criteria give two users the same leads in the same order', async () => {
  await registry(portal, { on: endsWithDigit('0123456') })
  const [one, other] = [await placed(portal, await buyer(portal)), await placed(portal, await buyer(portal))]
  await one.run()
  await other.run()
  expect(await idsOf(one.orderId)).toHaveLength(50)
  expect(await idsOf(other.orderId)).toEqual(await idsOf(one.orderId))
})

test('the next order of the same criteria shares no lead with the last', async () => {
  await registry(portal, { on: endsWithDigit('0123') })
  const owner = await buyer(portal)
  const [one, other] = [await placed(portal, owner), await placed(portal, owner)]
  await one.run()
  await other.run()
  expect(new Set([...(await idsOf(one.orderId)), ...(await idsOf(other.orderId))]).size).toBe(100)
})

test('where most numbers may not be called, more owners are looked at until the order is full', async () => {
  const isRare = (phone: string) => phone.slice(-2) > '09'
  await registry(portal, { on: isRare })
  const order = await placed(portal, await buyer(portal), { quantity: 80 })
  await order.run()
  const now = await order.now()
  expect(now).toMatchObject({ internalStatus: 'READY', deliveredQuantity: 80 })
  expect(now.waterfall?.considered).toBeGreaterThan(280)
  const leads = await storedLeads(portal, order.orderId)
  expect(leads.filter((lead) => !isCallable(lead))).toEqual([])
})

test('too few that may be called deliver what there is, say why, and give the rest back', async () => {
  await registry(portal, { on: (phone) => phone.slice(-2) > '01' })
  const owner = await buyer(portal)
  const order = await placed(portal, owner, { quantity: 1_000 })
  await order.run()
  const now = await order.now()
  expect(now.internalStatus).toBe('READY')
  expect(now.deliveredQuantity).toBeGreaterThan(0)
  expect(now.deliveredQuantity).toBeLessThan(1_000)
  expect(now).toMatchObject({
    creditsCaptured: 3 * now.deliveredQuantity,
    creditsReleased: 3_000 - 3 * now.deliveredQuantity,
  })
  expect(now.note).toMatch(/no phone number of the owner is known, [\d,]+ may not be called\.$/)
  expect(await balanceOf(owner)).toBe(30_000 - 3 * now.deliveredQuantity)
})

test('none that may be called fails the order with everything released, and keeps nobody’s numbers', async () => {
  await registry(portal, { on: () => true })
  const owner = await buyer(portal)
  const order = await placed(portal, owner)
  await order.run()
  const now = await order.now()
  expect(now).toMatchObject({
    userFacingStatus: 'FAILED',
    creditsReleased: 150,
    waterfall: { callable: 0, selected: 0 },
  })
  expect(now.failureReason).toMatch(
    /^None of the [\d,]+ properties whose owners have a known phone number may be called/,
  )
  expect(await balanceOf(owner)).toBe(30_000)
  expect(await storedLeads(portal, order.orderId)).toEqual([])
})

test('nothing is delivered by a copy of the registry that has gone out of date', async () => {
  await registry(portal)
  const order = await placed(portal, await buyer(portal))
  await registry(portal, { ageDays: 32 })
  await order.run()
  const now = await order.now()
  expect(now.userFacingStatus).toBe('FAILED')
  expect(now.failureReason).toContain('No current copy of the do-not-call registry covers')
})

test('what no copy covers is said of an order that comes out short', async () => {
  const somewhere = (areaCode: string) => areaCode === '615' || areaCode === '629'
  await registry(portal, { covers: somewhere })
  const order = await placed(portal, await buyer(portal), { quantity: 2_000 })
  await order.run()
  const now = await order.now()
  expect(now.internalStatus).toBe('READY')
  expect(now.note).toMatch(/of these [\d,]+ because no current copy of the do-not-call registry covers their numbers/)
  const clean = (await storedLeads(portal, order.orderId)).flatMap(({ contacts }) => contacts ?? [])
  for (const { value } of clean.filter(({ scrub }) => scrub === 'CLEAN'))
    expect(somewhere(value.slice(0, 3))).toBe(true)
})

test('criteria whose owners have no number fail the order, and a vendor who has them fills it', async () => {
  onTestFinished(() => forgetVendor(portal))
  await registry(portal)
  const criteria = { ...homes, contact: { hasPhone: false } }
  const order = await placed(portal, await buyer(portal, { criteria }))
  await order.run()
  expect((await order.now()).failureReason).toContain('No phone number is known')
  const { desk, askedFor } = testVendor()
  const withVendor = await placed(portal, await buyer(portal, { criteria }))
  await withVendor.run({ contacts: desk })
  expect(await withVendor.now()).toMatchObject({ internalStatus: 'READY', deliveredQuantity: 50 })
  expect(new Set(askedFor).size).toBe(askedFor.length)
  expect(askedFor.length).toBeLessThanOrEqual(200)
})

test('a vendor is asked for four owners a lead at most, and its daily limit is told', async () => {
  onTestFinished(() => forgetVendor(portal))
  await registry(portal, { on: () => true, covers: (areaCode) => areaCode !== '201' })
  const criteria = { ...homes, contact: { hasPhone: false } }
  const { desk, askedFor } = testVendor({ dailyLimit: 120 })
  const order = await placed(portal, await buyer(portal, { criteria }))
  await order.run({ contacts: desk })
  const now = await order.now()
  expect(now.waterfall).toMatchObject({ considered: 200 })
  expect(now.waterfall?.notAsked).toBeGreaterThan(0)
  expect(askedFor.length).toBeLessThanOrEqual(120)
})

test('a lead paid for is free to call again, and a property mailed before is paid for when it is called', async () => {
  await registry(portal)
  const owner = await buyer(portal)
  const again = { ...homes, contact: { hasPhone: true }, exclude: { delivered: false } }
  const first = await placed(portal, owner, { criteria: again })
  await first.run()
  const repeat = await placed(portal, owner, { criteria: again })
  await repeat.run()
  expect(await idsOf(repeat.orderId)).toEqual(await idsOf(first.orderId))
  expect(await repeat.now()).toMatchObject({ deliveredQuantity: 50, creditsCaptured: 0, creditsReleased: 150 })
  expect(await balanceOf(owner)).toBe(30_000 - 150)
  const mailing = { ...owner, campaign: await campaign(owner, { campaignType: 'MAIL_READY', criteria: homes }) }
  const mailed = await placed(portal, mailing, { criteria: again, quantity: 1_500 })
  await mailed.run()
  const { deliveredQuantity, creditsCaptured } = await mailed.now()
  expect(creditsCaptured).toBe(deliveredQuantity)
  const both = new Set(await idsOf(mailed.orderId))
  expect((await idsOf(first.orderId)).filter((id) => both.has(id)).length).toBeGreaterThan(0)
})
