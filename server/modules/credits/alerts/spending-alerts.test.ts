import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { spendingAlerts } from '@dooryard/contract/billing/spending-alerts'
import { notifications } from '@dooryard/contract/identity/notifications'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { notifyUser } from '../../identity/index.ts'
import { captureHold, holdCredits } from '../holds/holds.ts'
import { checkSpending } from './spending-alerts.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })

const none = { perDay: null, perMonth: null, balanceBelow: null }

const give = ({ id: userId }: TestUser, amount: number) =>
  admin.as.call(adminBilling.adjustCredits, {
    body: { userId, bucket: 'ON_DEMAND', amount, reason: 'For the test of alerts' },
  })

async function createSpender(credits: number) {
  const spender = await user(portal)
  await give(spender, credits)
  return spender
}

async function spend({ id: userId }: TestUser, amount: number): Promise<void> {
  const orderId = newId()
  await portal.db.transaction().execute((trx) => holdCredits(trx, { userId, orderId, amount }))
  await portal.db
    .transaction()
    .execute((trx) => captureHold(trx, { orderId, capture: amount, reason: 'test', actor: 'test', at: new Date() }))
}

const save = (spender: TestUser, change: Partial<typeof none | Record<keyof typeof none, number>>) =>
  spender.as.call(spendingAlerts.save, { body: { ...none, ...change } })

const listSubjects = ({ email }: TestUser) =>
  portal.mails
    .filter(({ to, subject }) => to === email && /You spent|Your balance/.test(subject))
    .map(({ subject }) => subject)

/** The checks of a user have run. */
const checked = ({ id }: TestUser) =>
  expect
    .poll(
      async () =>
        (await sql`select from graphile_worker.jobs where key = ${`check-spending:${id}`}`.execute(portal.db)).rows
          .length,
    )
    .toBe(0)

test('each limit that is passed is mailed once, however many orders follow at once', async () => {
  const spender = await createSpender(1000)
  expect(await save(spender, { perDay: 100, perMonth: 300, balanceBelow: 500 })).toMatchObject({
    status: 200,
    body: { perDay: 100, perMonth: 300, balanceBelow: 500, spentToday: 0, spentThisMonth: 0 },
  })
  await spend(spender, 100)
  await checked(spender)
  expect(listSubjects(spender)).toEqual([])
  for (let order = 0; order < 5; order++) await spend(spender, 90)
  await Promise.all(Array.from({ length: 10 }, () => checkSpending({ ...portal.services, notifyUser }, spender.id)))
  await checked(spender)
  await expect.poll(() => listSubjects(spender).length).toBe(3)
  expect(listSubjects(spender).sort()).toEqual([
    'You spent more than 100 credits today',
    'You spent more than 300 credits this month',
    'Your balance is below 500 credits',
  ])
  const { items } = (await spender.as.call(notifications.list)).body
  expect(items.map(({ title }) => title).sort()).toEqual(listSubjects(spender).sort())
  expect((await spender.as.call(spendingAlerts.get)).body).toMatchObject({ spentToday: 550, spentThisMonth: 550 })
})

test('a low balance is mailed again after it has recovered, and a held credit is not spent', async () => {
  const spender = await createSpender(100)
  await save(spender, { perDay: 50, balanceBelow: 60 })
  const hold = { userId: spender.id, orderId: newId(), amount: 70 }
  await portal.db.transaction().execute((trx) => holdCredits(trx, hold))
  await expect.poll(() => listSubjects(spender)).toEqual(['Your balance is below 60 credits'])
  await give(spender, 100)
  await checked(spender)
  await spend(spender, 80)
  await expect.poll(() => listSubjects(spender).length).toBe(3)
  expect(listSubjects(spender).sort()).toEqual([
    'You spent more than 50 credits today',
    'Your balance is below 60 credits',
    'Your balance is below 60 credits',
  ])
})

test('a limit that is exceeded when it is set is mailed at once, and none is set without a whole number', async () => {
  const spender = await createSpender(100)
  await spend(spender, 40)
  await save(spender, { perMonth: 30 })
  await expect.poll(() => listSubjects(spender)).toEqual(['You spent more than 30 credits this month'])
  for (const [perDay, message] of [
    [0, 'Enter 1 credit or more'],
    [1.5, 'Enter a whole number of credits'],
    [10_000_001, 'Enter 10,000,000 credits or less'],
  ] as const)
    expect(await save(spender, { perDay })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'perDay', message }] },
    })
})
