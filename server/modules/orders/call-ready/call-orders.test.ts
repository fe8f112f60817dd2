import { createHash } from 'node:crypto'
import { account } from '@dooryard/contract/identity/account'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { campaign } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { getCertificateKeys, verifyCertificate } from '../../dnc/index.ts'
import {
  activateCallReady,
  createCallBuyer,
  createTestRegistry,
  createTestVendor,
  homesCriteria,
  isCallable,
  listOrderLeadRows,
  placeTestOrder,
  resetTestVendor,
} from './calls.fixture.ts'

// No worker: each test runs its orders itself after it has set up the registry.
let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 3_000, contacts: createTestVendor().contacts })
  await activateCallReady(portal)
})
afterAll(() => portal.close())

const fetchBalance = async ({ as }: Pick<Awaited<ReturnType<typeof createCallBuyer>>, 'as'>) =>
  (await as.call(account.me)).body.balance.onDemandCredits

const listPropertyIds = async (orderId: string) =>
  (await listOrderLeadRows(portal, orderId)).map(({ propertyId }) => propertyId)

const endsWithDigit = (digits: string) => (phone: string) => digits.includes(phone.at(-1) ?? '')

test('a call-ready order delivers callable leads only', async () => {
  await createTestRegistry(portal, { on: endsWithDigit('01234') })
  const owner = await createCallBuyer(portal)
  const order = await placeTestOrder(portal, owner)
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
  const leads = await listOrderLeadRows(portal, order.orderId)
  expect(leads).toHaveLength(50)
  expect(leads.filter((lead) => !isCallable(lead))).toEqual([])
  const suppressed = leads.flatMap(({ contacts }) => contacts ?? []).filter(({ scrub }) => scrub === 'NATIONAL_DNC')
  expect(suppressed.length).toBeGreaterThan(0)
  expect(suppressed.every(({ value }) => endsWithDigit('01234')(value))).toBe(true)
  const { considered = 0, contactable = 0, callable = 0, selected } = now.waterfall ?? {}
  expect([considered >= contactable, contactable > callable, callable >= 50, selected]).toEqual([true, true, true, 50])
  expect(now.note).toBeUndefined()
})

test('a certificate proves the numbers in the file', async () => {
  await createTestRegistry(portal, { on: endsWithDigit('01234') })
  const order = await placeTestOrder(portal, await createCallBuyer(portal))
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
    (await listOrderLeadRows(portal, order.orderId))
      .flatMap(({ contacts }) => contacts ?? [])
      .filter(({ type }) => type === 'PHONE')
      .map(({ value, scrub }) => [value, scrub]),
  )
  expect(file.scrub).toMatchObject({ numbers: numbers.size, notCovered: [] })
  const payload = JSON.parse(Buffer.from(file.certificate?.split('.')[1] ?? '', 'base64url').toString())
  expect(payload).toMatchObject({ orderId: order.orderId, version: 1, file: { sha256, leads: 50 }, scrub: file.scrub })
  const keys = await getCertificateKeys(portal.services.secrets)
  expect(await verifyCertificate(file.certificate ?? '', { keys, csv: bytes })).toMatchObject({ isProven: true })
  const { expiresAt, dncCheckedAt } = await order.now()
  expect(Date.parse(expiresAt ?? '') - Date.parse(dncCheckedAt ?? '')).toBe(30 * 86_400_000)
  expect(dncCheckedAt).toBe((file.scrub as { checkedAt: string }).checkedAt)
})

test('the same criteria give two users the same leads in the same order', async () => {
  await createTestRegistry(portal, { on: endsWithDigit('0123456') })
  const [one, other] = [
    await placeTestOrder(portal, await createCallBuyer(portal)),
    await placeTestOrder(portal, await createCallBuyer(portal)),
  ]
  await one.run()
  await other.run()
  expect(await listPropertyIds(one.orderId)).toHaveLength(50)
  expect(await listPropertyIds(other.orderId)).toEqual(await listPropertyIds(one.orderId))
})

test('the next order with the same criteria shares no lead with the previous one', async () => {
  await createTestRegistry(portal, { on: endsWithDigit('0123') })
  const owner = await createCallBuyer(portal)
  const [one, other] = [await placeTestOrder(portal, owner), await placeTestOrder(portal, owner)]
  await one.run()
  await other.run()
  expect(new Set([...(await listPropertyIds(one.orderId)), ...(await listPropertyIds(other.orderId))]).size).toBe(100)
})

test('when most numbers are not callable, more owners are considered until the order is full', async () => {
  const isRare = (phone: string) => phone.slice(-2) > '09'
  await createTestRegistry(portal, { on: isRare })
  const order = await placeTestOrder(portal, await createCallBuyer(portal), { quantity: 80 })
  await order.run()
  const now = await order.now()
  expect(now).toMatchObject({ internalStatus: 'READY', deliveredQuantity: 80 })
  expect(now.waterfall?.considered).toBeGreaterThan(280)
  const leads = await listOrderLeadRows(portal, order.orderId)
  expect(leads.filter((lead) => !isCallable(lead))).toEqual([])
})

test('too few callable leads are delivered with an explanation, and the rest is released', async () => {
  await createTestRegistry(portal, { on: (phone) => phone.slice(-2) > '01' })
  const owner = await createCallBuyer(portal)
  const order = await placeTestOrder(portal, owner, { quantity: 1_000 })
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
  expect(await fetchBalance(owner)).toBe(30_000 - 3 * now.deliveredQuantity)
})

test('without callable leads the order fails, releases everything and keeps no numbers', async () => {
  await createTestRegistry(portal)
  const owner = await createCallBuyer(portal)
  const order = await placeTestOrder(portal, owner)
  await createTestRegistry(portal, { on: () => true })
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
  expect(await fetchBalance(owner)).toBe(30_000)
  expect(await listOrderLeadRows(portal, order.orderId)).toEqual([])
})

test('nothing is delivered with an outdated registry', async () => {
  await createTestRegistry(portal)
  const order = await placeTestOrder(portal, await createCallBuyer(portal))
  await createTestRegistry(portal, { ageDays: 32 })
  await order.run()
  const now = await order.now()
  expect(now.userFacingStatus).toBe('FAILED')
  expect(now.failureReason).toContain('No current copy of the do-not-call registry covers')
})

test('a short delivery mentions numbers that no registry covers', async () => {
  const somewhere = (areaCode: string) => areaCode === '615' || areaCode === '629'
  await createTestRegistry(portal, { covers: somewhere })
  const order = await placeTestOrder(portal, await createCallBuyer(portal), { quantity: 2_000 })
  await order.run()
  const now = await order.now()
  expect(now.internalStatus).toBe('READY')
  expect(now.note).toMatch(/of these [\d,]+ because no current copy of the do-not-call registry covers their numbers/)
  const clean = (await listOrderLeadRows(portal, order.orderId)).flatMap(({ contacts }) => contacts ?? [])
  for (const { value } of clean.filter(({ scrub }) => scrub === 'CLEAN'))
    expect(somewhere(value.slice(0, 3))).toBe(true)
})

test('an order whose owners have no known number fails, and a vendor who knows them fills it', async () => {
  onTestFinished(() => resetTestVendor(portal))
  await createTestRegistry(portal)
  const criteria = { ...homesCriteria, contact: { hasPhone: false } }
  const order = await placeTestOrder(portal, await createCallBuyer(portal, { criteria }))
  await order.run()
  expect((await order.now()).failureReason).toContain('No phone number is known')
  const { contacts, askedFor } = createTestVendor()
  const withVendor = await placeTestOrder(portal, await createCallBuyer(portal, { criteria }))
  await withVendor.run({ contacts })
  expect(await withVendor.now()).toMatchObject({ internalStatus: 'READY', deliveredQuantity: 50 })
  expect(new Set(askedFor).size).toBe(askedFor.length)
  expect(askedFor.length).toBeLessThanOrEqual(200)
})

test('a vendor is asked for at most four owners per lead, and its daily limit is reported', async () => {
  onTestFinished(() => resetTestVendor(portal))
  await createTestRegistry(portal, { on: () => true, covers: (areaCode) => areaCode !== '201' })
  const criteria = { ...homesCriteria, contact: { hasPhone: false } }
  const { contacts, askedFor } = createTestVendor({ dailyLimit: 120 })
  const order = await placeTestOrder(portal, await createCallBuyer(portal, { criteria }))
  await order.run({ contacts })
  const now = await order.now()
  expect(now.waterfall).toMatchObject({ considered: 200 })
  expect(now.waterfall?.notAsked).toBeGreaterThan(0)
  expect(askedFor.length).toBeLessThanOrEqual(120)
})

test('a lead purchased with phones is free to call again and to mail, for its file has both', async () => {
  await createTestRegistry(portal)
  const owner = await createCallBuyer(portal)
  const again = { ...homesCriteria, contact: { hasPhone: true }, exclude: { delivered: false } }
  const first = await placeTestOrder(portal, owner, { criteria: again })
  await first.run()
  const repeat = await placeTestOrder(portal, owner, { criteria: again })
  await repeat.run()
  expect(await listPropertyIds(repeat.orderId)).toEqual(await listPropertyIds(first.orderId))
  expect(await repeat.now()).toMatchObject({ deliveredQuantity: 50, creditsCaptured: 0, creditsReleased: 150 })
  expect(await fetchBalance(owner)).toBe(30_000 - 150)
  const mailing = { ...owner, campaign: await campaign(owner, { campaignType: 'MAIL_READY', criteria: homesCriteria }) }
  const mailed = await placeTestOrder(portal, mailing, { criteria: again, quantity: 1_500 })
  await mailed.run()
  const { deliveredQuantity, creditsCaptured } = await mailed.now()
  const mailedIds = new Set(await listPropertyIds(mailed.orderId))
  const both = (await listPropertyIds(first.orderId)).filter((id) => mailedIds.has(id))
  expect(both.length).toBeGreaterThan(0)
  expect(creditsCaptured).toBe(deliveredQuantity - both.length)
})
