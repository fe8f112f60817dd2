import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { insertContacts } from '../contacts.queries.ts'
import { listOwnerContacts } from '../list-owner-contacts.ts'
import type { ContactVendor, TracedOwner } from '../vendor/contact-vendor.ts'
import { answerAll, buildTracedOwners, getTestPhone, startFakeVendor } from '../vendor/vendor.fixture.ts'
import { purgeOldTraces, syncPendingTraces } from './sync-traces.ts'
import { traceOwners } from './trace-owners.ts'
import { leaseOwners, saveTraces } from './traces.queries.ts'

let portal: Portal
let fakeVendor: Awaited<ReturnType<typeof startFakeVendor>>
beforeAll(async () => {
  portal = await testPortal()
  fakeVendor = await startFakeVendor()
})
afterAll(async () => {
  await fakeVendor.close()
  await portal.close()
})
beforeEach(() => fakeVendor.behave())

const day = 24 * 60 * 60 * 1000
const trace = (vendor: ContactVendor | null, owners: readonly TracedOwner[]) =>
  traceOwners(portal.services, { vendor }, owners)
const toKeys = (owners: readonly TracedOwner[]) => owners.map(({ ownerKey }) => ownerKey)
const listKnownContacts = (owners: readonly TracedOwner[]) => listOwnerContacts(portal.services, toKeys(owners))
const today = () => portal.clock.now().toISOString().slice(0, 10)
const getSpentQuota = async (vendor: ContactVendor) =>
  (await portal.db.selectFrom('contactDailyUsage').select('asked').where('vendor', '=', vendor.name).execute()).reduce(
    (sum, { asked }) => sum + asked,
    0,
  )
const listLeases = () => portal.db.selectFrom('contactLeases').selectAll().execute()

test('traced contacts are stored for each owner and found by searches', async () => {
  const owners = buildTracedOwners(7)
  const vendor = fakeVendor.vendor({ batchSize: 3 })
  expect(await trace(vendor, [...owners, ...owners])).toEqual({ asked: 7, leftOut: 0 })
  expect(fakeVendor.asked.map((batch) => batch.owners.length).sort()).toEqual([1, 3, 3])
  const of = await listKnownContacts(owners)
  expect(of.size).toBe(7)
  for (const { ownerKey } of owners)
    expect(of.get(ownerKey)).toEqual([
      { type: 'PHONE', value: getTestPhone(ownerKey), lineType: 'MOBILE', source: vendor.name, asOf: today() },
      { type: 'EMAIL', value: `owner${ownerKey}@example.com`, source: vendor.name, asOf: today() },
    ])
  const stored = await portal.services.clickhouse.rows(
    "select count() as n from contacts where kind = 'PHONE' and source = {source:String}",
    { source: `vendor:${vendor.name}` },
  )
  expect(stored).toEqual([{ n: '7' }])
  expect(await listLeases()).toEqual([])
})

test('without a vendor no request is sent', async () => {
  expect(await trace(null, buildTracedOwners(3))).toEqual({ asked: 0, leftOut: 0 })
  expect(fakeVendor.asked).toEqual([])
})

test('a result, even an empty one, is reused for 90 days and requested again on day 91', async () => {
  const owners = buildTracedOwners(2)
  const vendor = fakeVendor.vendor()
  fakeVendor.behave(() => ({ body: { owners: [] } }))
  expect(await trace(vendor, owners)).toEqual({ asked: 2, leftOut: 0 })
  portal.clock.advance(89.9 * day)
  fakeVendor.behave()
  expect(await trace(vendor, owners)).toEqual({ asked: 0, leftOut: 0 })
  expect(fakeVendor.asked).toEqual([])
  expect((await listKnownContacts(owners)).size).toBe(0)
  portal.clock.advance(1.1 * day)
  expect(await trace(vendor, owners)).toEqual({ asked: 2, leftOut: 0 })
  expect((await listKnownContacts(owners)).size).toBe(2)
})

test('a result of 91 days ago is no longer returned, and is purged a day later', async () => {
  const owners = buildTracedOwners(2)
  const vendor = fakeVendor.vendor()
  await trace(vendor, owners)
  portal.clock.advance(91 * day)
  expect((await listKnownContacts(owners)).size).toBe(0)
  portal.clock.advance(day)
  await purgeOldTraces(portal.services)
  const kept = portal.db.selectFrom('contactTraces').selectAll().where('vendor', '=', vendor.name)
  expect(await kept.execute()).toEqual([])
  const source = `vendor:${vendor.name}`
  const stored = 'select count() as n from contacts where source = {source:String}'
  expect(await portal.services.clickhouse.rows(stored, { source })).toEqual([{ n: '0' }])
})

test('an owner with a phone from a file is not traced, and one with only an email is', async () => {
  const owners = buildTracedOwners(2)
  const [first = '', second = ''] = toKeys(owners)
  const facts = { source: 'by-hand', lineType: '', ingestedAt: portal.clock.now() }
  await insertContacts(portal.services.clickhouse, [
    { ...facts, ownerKey: first, kind: 'PHONE', value: '6155550101', lineType: 'LANDLINE' },
    { ...facts, ownerKey: second, kind: 'EMAIL', value: 'rowan@example.com' },
  ])
  expect(await trace(fakeVendor.vendor(), owners)).toEqual({ asked: 1, leftOut: 0 })
  expect([fakeVendor.timesAsked(first), fakeVendor.timesAsked(second)]).toEqual([0, 1])
})

test('results before a vendor failure are kept, and the next attempt continues from there', async () => {
  const owners = buildTracedOwners(6)
  const vendor = fakeVendor.vendor({ batchSize: 1, tries: 1 })
  let answered = 0
  fakeVendor.behave((asked) => (++answered > 3 ? { status: 500 } : (answerAll(asked) as object)))
  await expect(trace(vendor, owners)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await listLeases()).toEqual([])
  const before = (await listKnownContacts(owners)).size
  expect(before).toBe(3)
  fakeVendor.behave()
  expect(await trace(vendor, owners)).toEqual({ asked: 3, leftOut: 0 })
  expect((await listKnownContacts(owners)).size).toBe(6)
})

test('a rejected batch does not count against the quota, and one that may have been processed does', async () => {
  const vendor = fakeVendor.vendor({ tries: 1 })
  fakeVendor.behave(() => ({ status: 402 }))
  await expect(trace(vendor, buildTracedOwners(4))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await getSpentQuota(vendor)).toBe(0)
  fakeVendor.behave(() => ({ status: 500 }))
  await expect(trace(vendor, buildTracedOwners(4))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await getSpentQuota(vendor)).toBe(4)
})

test('two concurrent traces of the same owners send one request, and both get the result', async () => {
  const owners = buildTracedOwners(10)
  const vendor = fakeVendor.vendor({ batchSize: 4 })
  const both = await Promise.all([trace(vendor, owners), trace(vendor, owners)])
  expect(both.reduce((sum, { asked }) => sum + asked, 0)).toBe(10)
  for (const key of toKeys(owners)) expect(fakeVendor.timesAsked(key)).toBe(1)
  expect((await listKnownContacts(owners)).size).toBe(10)
  // Without the lease both would have sent a request: the vendor answers direct requests twice.
  fakeVendor.behave()
  const ask = () => vendor.ask(owners, { idempotencyKey: 'direct' })
  await Promise.all([ask(), ask()])
  for (const key of toKeys(owners)) expect(fakeVendor.timesAsked(key)).toBe(2)
})

test('a trace that waits for a failing one sends its own request', async () => {
  const owners = buildTracedOwners(2)
  const vendor = fakeVendor.vendor({ tries: 1 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  fakeVendor.behave(async () => {
    await released
    return { status: 500 }
  })
  const failing = trace(vendor, owners).catch((error) => error)
  await expect.poll(() => fakeVendor.asked.length).toBe(1)
  const waiting = trace(vendor, owners)
  fakeVendor.behave()
  release()
  expect(await failing).toMatchObject({ code: 'UNAVAILABLE' })
  expect(await waiting).toEqual({ asked: 2, leftOut: 0 })
})

test('the leases of a killed process are taken over', async () => {
  const owners = buildTracedOwners(2)
  const vendor = fakeVendor.vendor()
  const batch = '019a4f3e-6a10-7cc1-9d2b-5f0d1c2b3a49'
  await leaseOwners(portal.db, { vendor: vendor.name, batch }, toKeys(owners))
  await portal.db
    .updateTable('contactLeases')
    .set({ claimedUntil: new Date(0) })
    .execute()
  expect(await trace(vendor, owners)).toEqual({ asked: 2, leftOut: 0 })
})

test("concurrent traces never exceed the day's limit, and the next day has its own", async () => {
  const vendor = fakeVendor.vendor({ batchSize: 4, dailyLimit: 25 })
  const [some, others] = [buildTracedOwners(20), buildTracedOwners(20)]
  const traced = await Promise.all([trace(vendor, some), trace(vendor, others)])
  const sum = (of: 'asked' | 'leftOut') => traced.reduce((total, one) => total + one[of], 0)
  expect([sum('asked'), sum('leftOut')]).toEqual([25, 15])
  expect(fakeVendor.asked.flatMap(({ owners }) => owners)).toHaveLength(25)
  expect(await listLeases()).toEqual([])
  portal.clock.advance(day)
  const again = await trace(vendor, [...some, ...others])
  expect(again).toEqual({ asked: 15, leftOut: 0 })
})

test('a trace saved but not synced by a killed process is synced by the scheduled job or by the next trace', async () => {
  const [first, second] = [buildTracedOwners(1), buildTracedOwners(1)]
  const vendor = fakeVendor.vendor()
  const keep = (owners: readonly TracedOwner[]) =>
    saveTraces(
      portal.db,
      vendor.name,
      new Date(Math.floor(portal.clock.now().getTime() / 1000) * 1000),
      toKeys(owners).map((ownerKey) => ({
        ownerKey,
        contacts: [{ kind: 'PHONE', value: '6155550177', lineType: 'MOBILE' }],
      })),
    )
  await keep(first)
  await keep(second)
  expect((await listKnownContacts([...first, ...second])).size).toBe(0)
  expect(await trace(vendor, first)).toEqual({ asked: 0, leftOut: 0 })
  expect((await listKnownContacts([...first, ...second])).size).toBe(1)
  portal.clock.advance(2 * 60_000)
  await syncPendingTraces(portal.services)
  await syncPendingTraces(portal.services)
  expect([...(await listKnownContacts(second)).values()]).toMatchObject([[{ value: '6155550177' }]])
})

test('a property store failure after the response does not cause a second request', async () => {
  const owners = buildTracedOwners(2)
  const vendor = fakeVendor.vendor()
  const { services } = portal
  const lost = { ...services, clickhouse: { ...services.clickhouse, run: () => Promise.reject(new Error('lost')) } }
  await expect(traceOwners(lost, { vendor }, owners)).rejects.toThrow('lost')
  expect(await listLeases()).toEqual([])
  expect(await trace(vendor, owners)).toEqual({ asked: 0, leftOut: 0 })
  expect((await listKnownContacts(owners)).size).toBe(2)
  expect(fakeVendor.asked).toHaveLength(1)
})

test('a vendor is paused after five consecutive failures, then probed by one caller, and used again once it works', async () => {
  const vendor = fakeVendor.vendor({ tries: 1 })
  const state = () =>
    portal.db.selectFrom('contactVendors').selectAll().where('vendor', '=', vendor.name).executeTakeFirstOrThrow()
  const failing = () => expect(trace(vendor, buildTracedOwners(1))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  fakeVendor.behave(() => ({ status: 500 }))
  for (let failures = 0; failures < 5; failures += 1) await failing()
  expect(fakeVendor.asked).toHaveLength(5)
  await failing()
  expect(fakeVendor.asked).toHaveLength(5)
  expect(await listLeases()).toEqual([])
  const counted = await getSpentQuota(vendor)
  expect(counted).toBe(5)
  portal.clock.advance(61_000)
  await Promise.all([failing(), failing(), failing()])
  expect(fakeVendor.asked).toHaveLength(6)
  const { pausedUntil } = await state()
  const pausedFor = (pausedUntil?.getTime() ?? 0) - portal.clock.now().getTime()
  expect(pausedFor).toBeGreaterThan(60_000)
  expect(pausedFor).toBeLessThanOrEqual(120_000)
  portal.clock.advance(121_000)
  fakeVendor.behave()
  expect(await trace(vendor, buildTracedOwners(1))).toEqual({ asked: 1, leftOut: 0 })
  expect(await state()).toMatchObject({ failures: 0, pausedUntil: null })
  expect(await trace(vendor, buildTracedOwners(3))).toEqual({ asked: 3, leftOut: 0 })
})
