import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commissions } from '@dooryard/contract/billing/affiliates'
import { billing } from '@dooryard/contract/billing/billing'
import { adminDnc } from '@dooryard/contract/data/dnc'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyForDemo, setDueUntil } from '../modules/billing/index.ts'
import { listCreditSettings } from '../modules/credits/index.ts'
import { beginHistory, getUnfinishedHistory } from '../modules/demo/index.ts'
import { demoAreaCodes } from '../modules/properties/index.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import { findNextPrefixedDate, historyJobPrefix } from '../platform/jobs/prefixed-jobs.ts'
import { signInWithPassword, user } from '../test/factories.ts'
import { testPortal } from '../test/portal.ts'
import { closeDemo, demoPassword, seedDemo } from './demo.ts'
import { demoCustomerEmails } from './demo-affiliate.ts'

const portal = await testPortal({ demoRows: 500 })
afterAll(portal.close)

const services = () => ({ ...portal.services, ...portal.billing })
const folder = await mkdtemp(join(tmpdir(), 'dooryard-demo-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const mapFile = join(folder, 'base-map.pmtiles')

const start = () => seedDemo(services(), { printLine: () => undefined, mapFile: null })
const as = async (name: string) => (await signInWithPassword(portal, `${name}@dooryard.test`, demoPassword)).as

const getTransactionHistory = async (name: string) => {
  const { body } = await (await as(name)).call(billing.transactions, { body: {} })
  return body.items.map(({ description, status, amount }) => [description.split(',')[0], status, amount])
}

const getBalance = async (name: string) => (await (await as(name)).call(billing.info)).body.balance

// Two processes start together on one database.
beforeAll(() => Promise.all([start(), start()]))

test('the enterprise account of a demo has a subscription and a pack, paid for and invoiced, once', async () => {
  expect(await getBalance('enterprise')).toMatchObject({ subscriptionCredits: 4000, onDemandCredits: 500 })
  expect(await getTransactionHistory('enterprise')).toEqual([
    ['500 credits', 'PAID', 3500],
    ['Growth', 'PAID', 14_900],
  ])
  const { body } = await (await as('enterprise')).call(billing.info)
  expect(body).toMatchObject({
    payments: 'SANDBOX',
    plan: { name: 'Growth' },
    subscription: { status: 'ACTIVE', cancelAtPeriodEnd: false },
    paymentMethod: { brand: 'visa', last4: '4242' },
    nextCharge: { amount: { amount: 14_900 } },
  })
})

test('the consumer account subscribes to Starter, and the other accounts buy nothing', async () => {
  expect(await getBalance('consumer')).toMatchObject({ subscriptionCredits: 1000, onDemandCredits: 0 })
  expect(await getTransactionHistory('consumer')).toEqual([['Starter', 'PAID', 4900]])
  expect(await getTransactionHistory('affiliate')).toEqual([])
  expect(await getTransactionHistory('admin')).toEqual([])
})

test('the affiliate account has a year of customers, commissions and one payout, recorded in their order, once', async () => {
  const affiliate = await as('affiliate')
  const { totals, months, terms } = (await affiliate.call(commissions.summary)).body
  expect(terms).toEqual({ percent: 20, months: 12 })
  expect(months.filter(({ earned }) => earned > 0).length).toBeGreaterThanOrEqual(10)
  expect(months.reduce((sum, { customers }) => sum + customers, 0)).toBe(demoCustomerEmails.length)
  for (const key of ['pending', 'payable', 'paid'] as const) expect(totals[key]).toBeGreaterThan(0)
  const { items } = (await affiliate.call(commissions.entries, { query: { limit: 100 } })).body
  expect(items).toHaveLength(demoCustomerEmails.length + 1)
  expect(items.filter(({ type }) => type === 'PAYOUT')).toHaveLength(1)
  expect(items.map(({ at }) => at.slice(0, 10))).toEqual(
    items
      .map(({ at }) => at.slice(0, 10))
      .toSorted()
      .toReversed(),
  )
})

test('a demo checks numbers against a generated registry, and has call-ready orders active', async () => {
  const admin = await as('admin')
  const { body } = await admin.call(adminDnc.coverage)
  expect(body).toMatchObject({ stale: 0, areaCodes: demoAreaCodes.length - 1 })
  expect(body.copies.every(({ isGenerated, isCurrent }) => isGenerated && isCurrent)).toBe(true)
  const callReady = (await listCreditSettings(portal.db)).find(({ key }) => key === 'CALL_READY')
  expect(callReady).toMatchObject({ isActive: true })
  await portal.db.updateTable('creditSettings').set({ isActive: false }).where('key', '=', 'CALL_READY').execute()
  await start()
  expect((await listCreditSettings(portal.db)).find(({ key }) => key === 'CALL_READY')).toMatchObject({
    isActive: false,
  })
  await closeDemo(portal.services, mapFile)
  expect(await portal.db.selectFrom('dncListVersions').select('scope').execute()).toEqual([])
  await start()
})

test('a start without the demo revokes roles granted by its administrator, and closes its accounts', async () => {
  const person = await user(portal, { role: 'CONSUMER_USER' })
  const body = { role: 'SUPER_ADMIN', reason: 'To show it to a friend' } as const
  expect((await (await as('admin')).call(adminUsers.change, { params: { id: person.id }, body })).status).toBe(200)
  await closeDemo(portal.services, mapFile)
  const rows = portal.db.selectFrom('users').select(['role', 'isActive'])
  expect(await rows.where('id', '=', person.id).execute()).toEqual([{ role: 'CONSUMER_USER', isActive: true }])
  expect(await rows.where('email', 'like', '%@dooryard.test').where('isActive', '=', true).execute()).toEqual([])
  await start()
  expect((await (await as('admin')).call(account.me)).body.user.role).toBe('SUPER_ADMIN')
})

test('a start without the demo ends a history that is not written, and one that opens it again begins now', async () => {
  await start()
  const startsAt = new Date('2025-10-01')
  await beginHistory(portal.db, { startsAt, endsAt: new Date('2026-11-01') })
  await setDueUntil(portal.db, startsAt)
  await addJob(portal.db, `${historyJobPrefix}fulfil-priced-order`, {})
  await closeDemo(portal.services, mapFile)
  expect(await getUnfinishedHistory(portal.db)).toBe(undefined)
  expect(await findNextPrefixedDate(portal.db, historyJobPrefix)).toBe(undefined)
  const { dueUntil } = await portal.db.selectFrom('sandboxClock').select('dueUntil').executeTakeFirstOrThrow()
  expect(dueUntil).toBe(null)
  await start()
  const opened = await portal.db.selectFrom('demoAccounts').select('openedAt').execute()
  expect(opened.filter(({ openedAt }) => openedAt <= startsAt)).toEqual([])
  await portal.db.deleteFrom('demoHistory').execute()
})

test('a demo draws its map in the background, not in place of another one, and takes only its own away', async () => {
  const options = { printLine: () => undefined, mapFile }
  const drawing = await seedDemo(services(), options)
  await drawing?.stop()
  await expect(stat(mapFile)).rejects.toThrow('ENOENT')
  await writeFile(mapFile, 'an imported map')
  expect([drawing === null, await seedDemo(services(), options)]).toEqual([false, null])
  await closeDemo(portal.services, mapFile)
  expect(await readFile(mapFile, 'utf8')).toBe('an imported map')
  await start()
})

test('later starts buy nothing more', async () => {
  await start()
  expect(await getTransactionHistory('enterprise')).toHaveLength(2)
  expect(await getBalance('enterprise')).toMatchObject({ subscriptionCredits: 4000, onDemandCredits: 500 })
})

test.each(['createCheckout', 'checkout', 'listInvoices'] as const)(
  'a start interrupted around %s is completed by the next one, and nothing is bought twice',
  async (step) => {
    const { email, as: person } = await user(portal)
    const purchases = [
      { email, planId: '00000000-0000-7000-8000-000000000101' },
      { email, packId: '00000000-0000-7000-8000-000000000201' },
    ]
    const { provider } = services()
    if (!provider) throw new Error('nobody takes the money')
    const call: (given: never) => Promise<unknown> = provider[step]
    const cutOff = async (given: never) => {
      await call(given)
      throw new Error('cut off')
    }
    await buyForDemo({ ...services(), provider: { ...provider, [step]: cutOff } }, purchases)
    await buyForDemo(services(), purchases)
    const { body } = await person.call(billing.transactions, { body: {} })
    expect(body.items.map(({ amount, status }) => [amount, status]).toSorted()).toEqual([
      [3500, 'PAID'],
      [4900, 'PAID'],
    ])
    const paid = await portal.db
      .selectFrom('sandboxObjects')
      .select('kind')
      .where('kind', 'in', ['INVOICE', 'PAYMENT'])
      .where('customerId', 'in', (of) =>
        of
          .selectFrom('billingCustomers')
          .innerJoin('users', 'users.id', 'billingCustomers.userId')
          .select('billingCustomers.providerId')
          .where('users.email', '=', email),
      )
      .execute()
    expect(paid.map(({ kind }) => kind).toSorted()).toEqual(['INVOICE', 'PAYMENT'])
  },
)
