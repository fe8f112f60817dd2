import { dayMs, hourMs } from '@dooryard/contract/api/time'
import { account } from '@dooryard/contract/identity/account'
import { ownerRevealDays, ownerReveals } from '@dooryard/contract/properties/owner-reveals'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsUser, signInWithPassword, type TestUser, testPassword, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { insertRows } from '../../transfers/rows.fixture.ts'
import { purgeOwnerReveals } from './owner-reveals.queries.ts'

const perDay = 3
const portal = await testPortal({ demoRows: 1_000, owners: { revealsPerDay: perDay } })
let ids: string[] = []
beforeAll(async () => {
  // Half past nine in the morning, UTC.
  portal.clock.advance(dayMs - (portal.clock.now().getTime() % dayMs) + 9.5 * hourMs)
  const { body } = await (await user(portal)).as.call(properties.search, {
    body: { criteria: { owner: { ownerTypes: ['INDIVIDUAL'], propertiesOwned: { max: 1 } } }, limit: 20 },
  })
  ids = body.items.map(({ propertyId }) => propertyId)
})
afterAll(portal.close)

const getNextDay = () => {
  const today = portal.clock.now().toISOString().slice(0, 10)
  return new Date(Date.parse(today) + dayMs).toISOString()
}

type Reader = Pick<TestUser, 'as'>
const reveal = ({ as }: Reader, id = '') => as.call(ownerReveals.reveal, { params: { id } })
const fetchAllowance = async ({ as }: Reader) => (await as.call(ownerReveals.allowance)).body
const fetchProperty = async ({ as }: Reader, id = '') => (await as.call(properties.get, { params: { id } })).body

test('a revealed owner is shown from then on, and counts once', async () => {
  const reader = await user(portal, { role: 'CONSUMER_USER' })
  const before = await fetchProperty(reader, ids[0])
  expect(before).toMatchObject({ isOwnerMasked: true, mailingAddress: '•••••' })
  expect(await fetchAllowance(reader)).toEqual({ perDay, left: 3, renewsAt: getNextDay() })
  const { status, body } = await reveal(reader, ids[0])
  expect({ status, body }).toMatchObject({ status: 200, body: { propertyId: ids[0], allowance: { left: 2 } } })
  expect(body.ownerName?.charAt(0)).toBe(before.ownerName?.charAt(0))
  expect(body.ownerName).not.toContain('•')
  expect(body.mailingAddress).toMatch(/^\w+ \w+/)
  const { allowance: _, ...owner } = body
  expect(await fetchProperty(reader, ids[0])).toMatchObject({ ...owner, isOwnerMasked: false })
  expect((await reveal(reader, ids[0])).body.allowance.left).toBe(2)
  expect(await fetchProperty(await user(portal), ids[0])).toMatchObject({ isOwnerMasked: true })
})

test('beyond the allowance, a reveal says when the next one is possible, and the next UTC day has all of them', async () => {
  const reader = await user(portal)
  for (const id of ids.slice(0, perDay)) expect((await reveal(reader, id)).status).toBe(200)
  const response = await fetch(`${portal.url}/v1/properties/${ids[4]}/owner`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader.as.token}` },
  })
  expect(response.status).toBe(429)
  expect(await response.json()).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/revealed 3 owners today.*after midnight UTC/),
  })
  const seconds = Number(response.headers.get('retry-after'))
  const untilMidnight = Date.parse(getNextDay()) - portal.clock.now().getTime()
  expect(Math.abs(seconds - untilMidnight / 1000)).toBeLessThan(60)
  expect((await reveal(reader, ids[0])).status).toBe(200)
  portal.clock.advance(untilMidnight)
  const tomorrow = await signInWithPassword(portal, reader.email)
  expect((await reveal(tomorrow, ids[4])).body.allowance.left).toBe(2)
})

test('parallel reveals never exceed the allowance', async () => {
  const reader = await user(portal)
  const replies = await Promise.all(ids.slice(0, 12).map((id) => reveal(reader, id)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(perDay).fill(200), ...Array(9).fill(429)])
  expect(await fetchAllowance(reader)).toMatchObject({ left: 0 })
  const again = await user(portal)
  const same = await Promise.all(Array.from({ length: 6 }, () => reveal(again, ids[0])))
  expect(same.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await fetchAllowance(again)).toMatchObject({ left: 2 })
})

test('an administrator who acts as a user sees owners, and leaves the allowance of the user alone', async () => {
  const [admin, reader] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const acting = await actAsUser(portal, admin, reader.id)
  for (const by of [admin, acting]) {
    expect(await fetchProperty(by, ids[0])).toMatchObject({ isOwnerMasked: false })
    for (const id of ids.slice(0, perDay + 1)) expect((await reveal(by, id)).status).toBe(200)
  }
  expect(await fetchAllowance(reader)).toMatchObject({ left: perDay })
  expect(await fetchProperty(reader, ids[0])).toMatchObject({ isOwnerMasked: true })
})

test('an owner whom no county names cannot be revealed, nor one of an unknown property', async () => {
  const nobody = { source: 'example-rolls', property_id: '77', state: 'TN', county_fips: '47037', zip: '37209' }
  const closed = { owner_type: 'UNKNOWN', occupancy: 'UNKNOWN', acquired_by_qc: 'UNKNOWN' }
  const row = { ...nobody, ...closed, last_sale_deed_type: 'UNKNOWN' }
  await insertRows(portal.services.clickhouse, 'properties', [row])
  const reader = await user(portal)
  expect(await reveal(reader, '77')).toMatchObject({ status: 422, body: { code: 'UNPROCESSABLE' } })
  expect(await reveal(reader, '78')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(await fetchAllowance(reader)).toMatchObject({ left: perDay })
})

test('a reveal is kept for a year', async () => {
  const reader = await user(portal)
  await reveal(reader, ids[0])
  portal.clock.advance(ownerRevealDays * dayMs - hourMs)
  await purgeOwnerReveals(portal.db, portal.clock.now())
  const later = await signInWithPassword(portal, reader.email)
  expect(await fetchProperty(later, ids[0])).toMatchObject({ isOwnerMasked: false })
  portal.clock.advance(2 * hourMs)
  await purgeOwnerReveals(portal.db, portal.clock.now())
  expect(await portal.db.selectFrom('ownerReveals').selectAll().execute()).toEqual([])
})

test('the reveals of an account are deleted when it is closed, and those of others stay', async () => {
  const [gone, stays] = [await user(portal, { role: 'CONSUMER_USER' }), await user(portal, { role: 'CONSUMER_USER' })]
  for (const reader of [gone, stays]) expect((await reveal(reader, ids[0])).status).toBe(200)
  expect((await gone.as.call(account.close, { body: { password: testPassword } })).status).toBe(204)
  const left = portal.db.selectFrom('ownerReveals').select('userId').where('userId', 'in', [gone.id, stays.id])
  expect(await left.execute()).toEqual([{ userId: stays.id }])
})
