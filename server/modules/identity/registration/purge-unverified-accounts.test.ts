import { dayMs } from '@dooryard/contract/api/time'
import { auth } from '@dooryard/contract/identity/auth'
import { afterAll, expect, test } from 'vitest'
import { anonymousCaller, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { grantCredits } from '../../credits/index.ts'
import { buildRegistration, registerUser, waitForJobs } from '../codes/codes.fixture.ts'
import { findUserByEmail } from '../users/users.queries.ts'
import { purgeUnverifiedAccounts } from './register.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)

const { db } = portal

const setAccountAge = (emails: readonly string[], days: number) => {
  const then = new Date(portal.clock.now().getTime() - days * dayMs)
  return db.updateTable('users').set({ createdAt: then, updatedAt: then }).where('email', 'in', emails).execute()
}
const purge = () => purgeUnverifiedAccounts(db, portal.clock.now())
const exists = async (email: string) => (await findUserByEmail(db, email)) !== undefined

test('an unverified account is purged after seven days, and its address is free again', async () => {
  const [old, recent] = [await registerUser(portal), await registerUser(portal)]
  await setAccountAge([old.email], 7.01)
  await setAccountAge([recent.email], 6.99)
  await purge()
  expect([await exists(old.email), await exists(recent.email)]).toEqual([false, true])
  expect(await anonymousCaller(portal).call(auth.verifyEmail, { body: old })).toMatchObject({ status: 422 })
  const { code } = await registerUser(portal, { email: old.email })
  expect(await anonymousCaller(portal).call(auth.verifyEmail, { body: { email: old.email, code } })).toMatchObject({
    status: 200,
  })
})

test('an account that was registered again in the meantime stays', async () => {
  const { email } = await registerUser(portal)
  await setAccountAge([email], 8)
  await anonymousCaller(portal).call(auth.register, { body: buildRegistration({ email }) })
  await waitForJobs(portal)
  await purge()
  expect(await exists(email)).toBe(true)
})

test('verified, deactivated, other-role and used accounts stay, and do not block the purge of others', async () => {
  const verified = await user(portal, { role: 'CONSUMER_USER' })
  const [deactivated, enterprise] = [await registerUser(portal), await registerUser(portal)]
  const [used, old] = [await registerUser(portal), await registerUser(portal)]
  const change = (email: string) => db.updateTable('users').where('email', '=', email)
  await change(deactivated.email).set({ isActive: false }).execute()
  await change(enterprise.email).set({ role: 'ENTERPRISE_USER' }).execute()
  const { id: userId } = (await findUserByEmail(db, used.email)) ?? { id: '' }
  await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount: 5, reason: 'To begin with', actor: 'test' })
  const keptAccounts = [verified, deactivated, enterprise, used].map(({ email }) => email)
  await setAccountAge([...keptAccounts, old.email], 30)
  await purge()
  expect(await Promise.all(keptAccounts.map(exists))).toEqual([true, true, true, true])
  expect(await exists(old.email)).toBe(false)
})
