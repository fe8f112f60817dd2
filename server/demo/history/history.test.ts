import { setTimeout as sleep } from 'node:timers/promises'
import { about } from '@dooryard/contract/about'
import { auditLog } from '@dooryard/contract/admin/audit-log'
import { revenue } from '@dooryard/contract/admin/revenue'
import { dayMs } from '@dooryard/contract/api/time'
import { adminPayments } from '@dooryard/contract/billing/admin/admin-payments'
import { commissions } from '@dooryard/contract/billing/affiliates'
import { billing } from '@dooryard/contract/billing/billing'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { SimpleFaker } from '@faker-js/faker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectPayments } from '../../modules/billing/index.ts'
import { verifyLedger } from '../../modules/credits/index.ts'
import { anonymousCaller, signInWithPassword } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { demoPassword, historyDays } from '../demo.ts'
import { affiliateCustomers } from '../demo-affiliate.ts'
import { apartDays, planCustomerOrders } from './accounts/customer-orders.ts'
import { customers } from './accounts/customers.ts'
import { customerOrders } from './accounts/order-plan.ts'
import { createAccountsGenerator } from './accounts/plan-accounts.ts'
import { historyGenerators } from './generators.ts'
import { seedDemoWithHistory, writeHistory } from './history.fixture.ts'
import type { HistoryGenerator } from './history-step.ts'
import { mailers } from './trade/mailings.ts'
import { consumerEmail } from './trade/plan.ts'

const portal = await testPortal({ demoRows: 500 })
afterAll(portal.close)

/** The whole year of a few of the people: the customer has a failed renewal and an upgrade. */
const generators: HistoryGenerator[] = [
  (...plan) => planCustomerOrders(...plan).filter(({ name }) => /^(theo|devi).*(TPA-03|Raleigh)/.test(name)),
  createAccountsGenerator({
    customers: customers.filter(({ email }) => email === 'theo@norvacrest.test'),
    affiliateCustomers: affiliateCustomers.slice(0, 2),
  }),
]

const as = async (name: string) => (await signInWithPassword(portal, `${name}@dooryard.test`, demoPassword)).as
const getProgress = async () => (await anonymousCaller(portal).call(about.get)).body.demoHistory

/** The jobs that a worker would find in the present. */
let waiting: string[] = []

beforeAll(async () => {
  await seedDemoWithHistory(portal)
  expect(await getProgress()).toEqual({ percent: 0 })
  // Stopped soon after it has begun, as by a restart.
  const interrupted = writeHistory(portal, { generators, failures: 1 })
  while ((await getProgress())?.percent === 0) await sleep(20)
  await interrupted.stop()
  await writeHistory(portal, { generators }).done
  // Before tests sign in, which mails their users.
  const { rows } = await portal.pool.query<{ name: string }>('select task_identifier as name from graphile_worker.jobs')
  waiting = rows.map(({ name }) => name)
}, 120_000)

test('whatever weekday the demo starts on, all of the year happens within it, and first things come first', () => {
  const plan = (endsAt: Date) => {
    const period = { startsAt: new Date(endsAt.getTime() - historyDays * dayMs), endsAt }
    const steps = historyGenerators.flatMap((generate, seed) => [...generate(period, new SimpleFaker({ seed }))])
    expect(steps.filter(({ at }) => at <= period.startsAt || at >= endsAt).map(({ name }) => name)).toEqual([])
    return new Map(steps.map(({ name, at }) => [name, at.getTime()]))
  }
  const order = [
    ['administrator: introductory price of Growth', 'marcus@kestramere.test: 1'],
    ['administrator: creates WELCOME-15', 'enterprise@dooryard.test: Starter'],
    ['administrator: creates WELCOME-15', 'consumer@dooryard.test: Starter'],
    ['administrator: allows small orders', 'consumer order: Trying it out'],
    ['consumer@dooryard.test: first pack', 'consumer order: Trying it out'],
    ['consumer@dooryard.test: the same pack', 'administrator: impersonates consumer@dooryard.test 138'],
    ['consumer@dooryard.test: the same pack', 'administrator: refunds a pack'],
    ['affiliate: terms and coupon', 'affiliate: visit 301 days ago'],
    ['order: First letters', 'mailing: Out of state, first letter'],
    ['consumer order: Vacant, all of Nashville', 'mailing: Vacant houses'],
    ...mailers.flatMap(({ email, mailings }) =>
      mailings.flatMap(({ name, orderName, template }) => [
        [`${email === consumerEmail ? 'consumer order' : 'order'}: ${orderName}`, `mailing: ${name}`] as const,
        [`letter template of ${email}: ${template}`, `mailing: ${name}`] as const,
      ]),
    ),
    ...Object.entries(customerOrders).flatMap(([email, planned]) => {
      const paid = email.endsWith('@dooryard.test') ? `${email}: first purchase` : `${email}: 1`
      const roleDays = customers.find((customer) => customer.email === email)?.enterpriseFrom ?? 0
      return planned.flatMap(([daysAgo, name]) => {
        const ordered = `${email} orders: ${name}`
        const hasRole = roleDays - daysAgo >= apartDays
        return [[paid, ordered], ...(hasRole ? [[`administrator: role of ${email}`, ordered]] : [])] as const
      })
    }),
  ] as const
  for (let day = 1; day <= 35; day += 1) {
    const times = plan(new Date(Date.UTC(2026, 10, day, (day * 7) % 24, 40)))
    const wrong = order.filter(([first, then]) => !((times.get(first) ?? Infinity) < (times.get(then) ?? 0)))
    expect([times.size > 1000, wrong]).toEqual([true, []])
  }
})

test('no step is left out, a failure is tried again, and the banner goes', async () => {
  const warnings = portal.logged.filter((line) => line.includes('"level":"warn"'))
  expect(warnings).toEqual([expect.stringContaining('was interrupted, and is tried again')])
  expect(await getProgress()).toBe(null)
})

test('the ledger and the audit log of the whole year verify, and later starts write nothing more', async () => {
  expect((await verifyLedger(portal.db, selectPayments)).problems).toEqual([])
  const admin = await as('admin')
  expect((await admin.call(auditLog.verify)).body).toMatchObject({ isIntact: true })
  const countEntries = async () => (await admin.call(auditLog.list, { query: { limit: 1 } })).body.totalCount
  const entries = await countEntries()
  await seedDemoWithHistory(portal)
  await writeHistory(portal, { generators }).done
  expect(await countEntries()).toBe(entries)
})

test('the audit log, the ledger and the invoices are in the order of their dates', async () => {
  const admin = await as('admin')
  const isSorted = (dates: readonly string[]) =>
    dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? ''))
  const { items: entries } = (await admin.call(auditLog.list, { query: { limit: 100, page: 2 } })).body
  expect([entries.length, isSorted(entries.map(({ at }) => at))]).toEqual([100, true])
  const { items: credits } = (await (await as('enterprise')).call(creditHistory.list, { query: { limit: 100 } })).body
  expect(isSorted(credits.map(({ createdAt }) => createdAt))).toBe(true)
  expect(Date.parse(credits.at(-1)?.createdAt ?? '')).toBeLessThan(portal.clock.now().getTime() - 408 * dayMs)
  const { items: payments } = (await admin.call(adminPayments.list, { query: { limit: 100 } })).body
  const paid = payments.filter(({ invoiceNumber, declinedFirst }) => invoiceNumber && !declinedFirst)
  expect(isSorted(paid.map(({ invoiceNumber = '' }) => invoiceNumber))).toBe(true)
})

test('the enterprise account pays each month, upgraded once, and replaced a card that was refused', async () => {
  const { body } = await (await as('enterprise')).call(billing.transactions, { body: {}, query: { limit: 100 } })
  const months = body.items.filter(({ kind }) => kind === 'SUBSCRIPTION')
  expect(months.filter(({ description }) => description.startsWith('Change to Growth'))).toHaveLength(1)
  expect(months.length).toBeGreaterThanOrEqual(14)
  expect(months.filter(({ declinedFirst }) => declinedFirst)).toHaveLength(1)
  expect(body.items.filter(({ partialRefunds }) => partialRefunds)).toHaveLength(1)
  expect((await (await as('enterprise')).call(billing.info)).body).toMatchObject({
    plan: { name: 'Growth' },
    subscription: { status: 'ACTIVE' },
    autoTopUp: { enabled: true },
  })
})

test('customers order with the credits they bought, with campaigns once they have that role', async () => {
  const admin = await as('admin')
  const { items } = (await admin.call(adminOrders.list, { query: { limit: 100 } })).body
  expect(items.map(({ orderName, campaignId }) => [orderName, campaignId !== undefined]).toSorted()).toEqual([
    ['Raleigh 2', false],
    ['TPA-03', true],
  ])
  const { months } = (await admin.call(revenue.get)).body
  expect(months.filter(({ creditsUsed }) => creditsUsed > 0).length).toBe(2)
})

test('every month has revenue, and the affiliate has been paid', async () => {
  const { months } = (await (await as('admin')).call(revenue.get)).body
  expect(months.slice(-13).filter(({ mrr, payments }) => mrr === 0 || payments === 0)).toEqual([])
  const { totals } = (await (await as('affiliate')).call(commissions.summary)).body
  for (const key of ['pending', 'payable', 'paid'] as const) expect(totals[key]).toBeGreaterThanOrEqual(0)
  expect(totals.paid).toBeGreaterThan(0)
})

test('mails of a year ago are sent to nobody, and the outbox shows those of the last days', async () => {
  const { items } = (await anonymousCaller(portal).call(about.outbox)).body
  const dates = items.map(({ createdAt }) => createdAt)
  expect(dates.length).toBeGreaterThan(0)
  expect(dates.every((date) => Date.parse(date) > portal.clock.now().getTime() - 15 * dayMs)).toBe(true)
  expect(waiting.filter((name) => name.includes('mail'))).toEqual([])
})
