import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../test/portal.ts'
import type { ContactVendor, TracedOwner } from './contact-vendor.ts'
import { addContacts } from './contacts.queries.ts'
import { contactsOf } from './contacts-of.ts'
import { forgetOldTraces, mirrorLeftOvers } from './mirror-traces.ts'
import { traceOwners } from './trace-owners.ts'
import { claimOwners, keepTraces } from './traces.queries.ts'
import { helpful, newOwners, phoneOf, playVendor } from './vendor/vendor.fixture.ts'

let portal: Portal
let played: Awaited<ReturnType<typeof playVendor>>
beforeAll(async () => {
  portal = await testPortal()
  played = await playVendor()
})
afterAll(async () => {
  await played.close()
  await portal.close()
})
beforeEach(() => played.behave())

const day = 24 * 60 * 60 * 1000
const trace = (vendor: ContactVendor | null, owners: readonly TracedOwner[]) =>
  traceOwners(portal.services, { vendor }, owners)
const keysOf = (owners: readonly TracedOwner[]) => owners.map(({ ownerKey }) => ownerKey)
const known = (owners: readonly TracedOwner[]) => contactsOf(portal.services, keysOf(owners))
const today = () => portal.clock.now().toISOString().slice(0, 10)
const spent = async (vendor: ContactVendor) =>
  (await portal.db.selectFrom('contactDailyUsage').select('asked').where('vendor', '=', vendor.name).execute()).reduce(
    (sum, { asked }) => sum + asked,
    0,
  )
const claims = () => portal.db.selectFrom('contactLeases').selectAll().execute()

test('what the vendor says is known of each owner from then on, and searches see it', async () => {
  const owners = newOwners(7)
  const vendor = played.vendor({ batchSize: 3 })
  expect(await trace(vendor, [...owners, ...owners])).toEqual({ asked: 7, leftOut: 0 })
  expect(played.asked.map((batch) => batch.owners.length).sort()).toEqual([1, 3, 3])
  const of = await known(owners)
  expect(of.size).toBe(7)
  for (const { ownerKey } of owners)
    expect(of.get(ownerKey)).toEqual([
      { type: 'PHONE', value: phoneOf(ownerKey), lineType: 'MOBILE', source: vendor.name, asOf: today() },
      { type: 'EMAIL', value: `owner${ownerKey}@example.com`, source: vendor.name, asOf: today() },
    ])
  const stored = await portal.services.clickhouse.rows(
    "select count() as n from contacts where kind = 'PHONE' and source = {source:String}",
    { source: `vendor:${vendor.name}` },
  )
  expect(stored).toEqual([{ n: '7' }])
  expect(await claims()).toEqual([])
})

test('without a vendor nobody is asked', async () => {
  expect(await trace(null, newOwners(3))).toEqual({ asked: 0, leftOut: 0 })
  expect(played.asked).toEqual([])
})

test('an answer is used again for 90 days, an empty one too, and asked for anew on the 91st', async () => {
  const owners = newOwners(2)
  const vendor = played.vendor()
  played.behave(() => ({ body: { owners: [] } }))
  expect(await trace(vendor, owners)).toEqual({ asked: 2, leftOut: 0 })
  portal.clock.advance(89.9 * day)
  played.behave()
  expect(await trace(vendor, owners)).toEqual({ asked: 0, leftOut: 0 })
  expect(played.asked).toEqual([])
  expect((await known(owners)).size).toBe(0)
  portal.clock.advance(1.1 * day)
  expect(await trace(vendor, owners)).toEqual({ asked: 2, leftOut: 0 })
  expect((await known(owners)).size).toBe(2)
})

test('an answer of 91 days ago is known no more, and nothing of it is kept a day later', async () => {
  const owners = newOwners(2)
  const vendor = played.vendor()
  await trace(vendor, owners)
  portal.clock.advance(91 * day)
  expect((await known(owners)).size).toBe(0)
  portal.clock.advance(day)
  await forgetOldTraces(portal.services)
  const kept = portal.db.selectFrom('contactTraces').selectAll().where('vendor', '=', vendor.name)
  expect(await kept.execute()).toEqual([])
  const source = `vendor:${vendor.name}`
  const stored = 'select count() as n from contacts where source = {source:String}'
  expect(await portal.services.clickhouse.rows(stored, { source })).toEqual([{ n: '0' }])
})

test('an owner whose phone is in a file costs nothing, and one whose email alone is there is asked about', async () => {
  const owners = newOwners(2)
  const [first = '', second = ''] = keysOf(owners)
  const facts = { source: 'by-hand', lineType: '', ingestedAt: portal.clock.now() }
  await addContacts(portal.services.clickhouse, [
    { ...facts, ownerKey: first, kind: 'PHONE', value: '6155550101', lineType: 'LANDLINE' },
    { ...facts, ownerKey: second, kind: 'EMAIL', value: 'rowan@example.com' },
  ])
  expect(await trace(played.vendor(), owners)).toEqual({ asked: 1, leftOut: 0 })
  expect([played.timesAsked(first), played.timesAsked(second)]).toEqual([0, 1])
})

test('a vendor that fails keeps what it answered before, and the next try goes on from there', async () => {
  const owners = newOwners(6)
  const vendor = played.vendor({ batchSize: 1, tries: 1 })
  let answered = 0
  played.behave((asked) => (++answered > 3 ? { status: 500 } : (helpful(asked) as object)))
  await expect(trace(vendor, owners)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await claims()).toEqual([])
  const before = (await known(owners)).size
  expect(before).toBe(3)
  played.behave()
  expect(await trace(vendor, owners)).toEqual({ asked: 3, leftOut: 0 })
  expect((await known(owners)).size).toBe(6)
})

test('a batch that was refused is not counted, and one that may have been worked on is', async () => {
  const vendor = played.vendor({ tries: 1 })
  played.behave(() => ({ status: 402 }))
  await expect(trace(vendor, newOwners(4))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await spent(vendor)).toBe(0)
  played.behave(() => ({ status: 500 }))
  await expect(trace(vendor, newOwners(4))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await spent(vendor)).toBe(4)
})

test('two who trace the same owners at once ask once, and both know', async () => {
  const owners = newOwners(10)
  const vendor = played.vendor({ batchSize: 4 })
  const both = await Promise.all([trace(vendor, owners), trace(vendor, owners)])
  expect(both.reduce((sum, { asked }) => sum + asked, 0)).toBe(10)
  for (const key of keysOf(owners)) expect(played.timesAsked(key)).toBe(1)
  expect((await known(owners)).size).toBe(10)
  // Without the claim both would have asked: asked directly, the vendor answers twice.
  played.behave()
  const ask = () => vendor.ask(owners, { idempotencyKey: 'direct' })
  await Promise.all([ask(), ask()])
  for (const key of keysOf(owners)) expect(played.timesAsked(key)).toBe(2)
})

test('who waits for another that fails asks by himself', async () => {
  const owners = newOwners(2)
  const vendor = played.vendor({ tries: 1 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  played.behave(async () => {
    await released
    return { status: 500 }
  })
  const failing = trace(vendor, owners).catch((error) => error)
  await expect.poll(() => played.asked.length).toBe(1)
  const waiting = trace(vendor, owners)
  played.behave()
  release()
  expect(await failing).toMatchObject({ code: 'UNAVAILABLE' })
  expect(await waiting).toEqual({ asked: 2, leftOut: 0 })
})

test('the claims of a process that is gone are taken over', async () => {
  const owners = newOwners(2)
  const vendor = played.vendor()
  const batch = '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49'
  await claimOwners(portal.db, { vendor: vendor.name, batch }, keysOf(owners))
  await portal.db
    .updateTable('contactLeases')
    .set({ claimedUntil: new Date(0) })
    .execute()
  expect(await trace(vendor, owners)).toEqual({ asked: 2, leftOut: 0 })
})

test("the day's limit holds exactly, however many ask at once, and the next day has its own", async () => {
  const vendor = played.vendor({ batchSize: 4, dailyLimit: 25 })
  const [some, others] = [newOwners(20), newOwners(20)]
  const traced = await Promise.all([trace(vendor, some), trace(vendor, others)])
  const sum = (of: 'asked' | 'leftOut') => traced.reduce((total, one) => total + one[of], 0)
  expect([sum('asked'), sum('leftOut')]).toEqual([25, 15])
  expect(played.asked.flatMap(({ owners }) => owners)).toHaveLength(25)
  expect(await claims()).toEqual([])
  portal.clock.advance(day)
  const again = await trace(vendor, [...some, ...others])
  expect(again).toEqual({ asked: 15, leftOut: 0 })
})

test('a killed process that had kept an answer and not mirrored it is made good, by the scheduled job or by who needs it', async () => {
  const [first, second] = [newOwners(1), newOwners(1)]
  const vendor = played.vendor()
  const keep = (owners: readonly TracedOwner[]) =>
    keepTraces(
      portal.db,
      vendor.name,
      new Date(Math.floor(portal.clock.now().getTime() / 1000) * 1000),
      keysOf(owners).map((ownerKey) => ({
        ownerKey,
        contacts: [{ kind: 'PHONE', value: '6155550177', lineType: 'MOBILE' }],
      })),
    )
  await keep(first)
  await keep(second)
  expect((await known([...first, ...second])).size).toBe(0)
  expect(await trace(vendor, first)).toEqual({ asked: 0, leftOut: 0 })
  expect((await known([...first, ...second])).size).toBe(1)
  portal.clock.advance(2 * 60_000)
  await mirrorLeftOvers(portal.services)
  await mirrorLeftOvers(portal.services)
  expect([...(await known(second)).values()]).toMatchObject([[{ value: '6155550177' }]])
})

test('a property store that is lost after the answer costs no second question', async () => {
  const owners = newOwners(2)
  const vendor = played.vendor()
  const { services } = portal
  const lost = { ...services, clickhouse: { ...services.clickhouse, run: () => Promise.reject(new Error('lost')) } }
  await expect(traceOwners(lost, { vendor }, owners)).rejects.toThrow('lost')
  expect(await claims()).toEqual([])
  expect(await trace(vendor, owners)).toEqual({ asked: 0, leftOut: 0 })
  expect((await known(owners)).size).toBe(2)
  expect(played.asked).toHaveLength(1)
})

test('a vendor that fails five times in a row is left alone, then tried by one alone, and used again once it works', async () => {
  const vendor = played.vendor({ tries: 1 })
  const state = () =>
    portal.db.selectFrom('contactVendors').selectAll().where('vendor', '=', vendor.name).executeTakeFirstOrThrow()
  const failing = () => expect(trace(vendor, newOwners(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  played.behave(() => ({ status: 500 }))
  for (let failures = 0; failures < 5; failures += 1) await failing()
  expect(played.asked).toHaveLength(5)
  await failing()
  expect(played.asked).toHaveLength(5)
  expect(await claims()).toEqual([])
  const counted = await spent(vendor)
  expect(counted).toBe(5)
  portal.clock.advance(61_000)
  await Promise.all([failing(), failing(), failing()])
  expect(played.asked).toHaveLength(6)
  const { pausedUntil } = await state()
  const pausedFor = (pausedUntil?.getTime() ?? 0) - portal.clock.now().getTime()
  expect(pausedFor).toBeGreaterThan(60_000)
  expect(pausedFor).toBeLessThanOrEqual(120_000)
  portal.clock.advance(121_000)
  played.behave()
  expect(await trace(vendor, newOwners(1))).toEqual({ asked: 1, leftOut: 0 })
  expect(await state()).toMatchObject({ failures: 0, pausedUntil: null })
  expect(await trace(vendor, newOwners(3))).toEqual({ asked: 3, leftOut: 0 })
})
