import { auth } from '@dooryard/contract/auth'
import { dayMs } from '@dooryard/contract/time'
import { afterAll, expect, test } from 'vitest'
import { nobody, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { grantCredits } from '../credits/index.ts'
import { allDone, registered, registration } from './codes.fixture.ts'
import { forgetUnverified } from './register.ts'
import { findUserByEmail } from './users.queries.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const { db } = portal

const age = (emails: readonly string[], days: number) => {
  const then = new Date(portal.clock.now().getTime() - days * dayMs)
  return db.updateTable('users').set({ createdAt: then, updatedAt: then }).where('email', 'in', emails).execute()
}
const forget = () => forgetUnverified(db, portal.clock.now())
const isThere = async (email: string) => (await findUserByEmail(db, email)) !== undefined

test('an account that was not verified is forgotten after seven days, and its address is free again', async () => {
  const [old, recent] = [await registered(portal), await registered(portal)]
  await age([old.email], 7.01)
  await age([recent.email], 6.99)
  await forget()
  expect([await isThere(old.email), await isThere(recent.email)]).toEqual([false, true])
  expect(await nobody(portal).call(auth.verifyEmail, { body: old })).toMatchObject({ status: 422 })
  const { code } = await registered(portal, { email: old.email })
  expect(await nobody(portal).call(auth.verifyEmail, { body: { email: old.email, code } })).toMatchObject({
    status: 200,
  })
})

test('one that was registered again meanwhile stays', async () => {
  const { email } = await registered(portal)
  await age([email], 8)
  await nobody(portal).call(auth.register, { body: registration({ email }) })
  await allDone(portal)
  await forget()
  expect(await isThere(email)).toBe(true)
})

test('those that are verified, deactivated, of another role or used stay, and hold up no other', async () => {
  const verified = await user(portal, { role: 'CONSUMER_USER' })
  const [deactivated, enterprise] = [await registered(portal), await registered(portal)]
  const [used, old] = [await registered(portal), await registered(portal)]
  const change = (email: string) => db.updateTable('users').where('email', '=', email)
  await change(deactivated.email).set({ isActive: false }).execute()
  await change(enterprise.email).set({ role: 'ENTERPRISE_USER' }).execute()
  const { id: userId } = (await findUserByEmail(db, used.email)) ?? { id: '' }
  await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount: 5, reason: 'To begin with', actor: 'test' })
  const stay = [verified, deactivated, enterprise, used].map(({ email }) => email)
  await age([...stay, old.email], 30)
  await forget()
  expect(await Promise.all(stay.map(isThere))).toEqual([true, true, true, true])
  expect(await isThere(old.email)).toBe(false)
})
