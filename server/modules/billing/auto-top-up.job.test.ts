import { afterAll, expect, test, vi } from 'vitest'
import { testPortal } from '../../test/portal.ts'
import { balanceOf } from '../credits/index.ts'
import { chargesOf, hasJob, leave, packCredits, payer, setTopUp, topUpsOf } from './auto-top-up/auto-top-up.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const creditsOf = async (userId: string) => (await balanceOf(portal.db, userId)).onDemandCredits
const soon = { interval: 100, timeout: 30_000 }

test('a balance that falls is topped up by the worker, and the buyer gets the receipt', async () => {
  const owner = await payer(portal)
  await setTopUp(owner)
  await leave(portal, owner.id, 40)
  await vi.waitFor(async () => expect(await creditsOf(owner.id)).toBe(40 + packCredits), soon)
  const [bought] = await topUpsOf(portal, owner.id)
  await vi.waitFor(() => {
    const receipts = portal.mails.filter(({ to, subject }) => to === owner.email && subject.includes('receipt'))
    expect(receipts.map(({ subject }) => subject).join()).toContain(bought?.invoiceNumber)
  }, soon)
  expect(await chargesOf(portal, owner.id)).toBe(1)
})

test('a declined card is told of by mail, once', async () => {
  const owner = await payer(portal, 'FAILS_AT_RENEWAL')
  await setTopUp(owner)
  await leave(portal, owner.id, 40)
  const told = () => portal.mails.filter(({ to, subject }) => to === owner.email && subject.includes('switched off'))
  await vi.waitFor(() => expect(told()).toHaveLength(1), soon)
  await leave(portal, owner.id, 30)
  // Any job that this added is there until it has run.
  await expect.poll(() => hasJob(portal, owner.id)).toBe(false)
  expect(await chargesOf(portal, owner.id)).toBe(1)
  expect(told()[0]?.text).toMatch(/declined/i)
})
