import { billing } from '@dooryard/contract/billing/billing'
import type { TestCard } from '@dooryard/contract/billing/payments'
import { auth } from '@dooryard/contract/identity/auth'
import { expect } from 'vitest'
import { createTestBuyer } from '../support/buyer.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, password } from '../support/test-user.ts'

/** Creates an account with a subscription to a plan, without a screen; returns its email. */
export async function createSubscribedUser(url: string, plan: string, card?: TestCard): Promise<string> {
  const email = await createTestUser(url)
  const { plans, begin, pay } = await createTestBuyer(url, email)
  const checkout = await begin({ planId: plans.find(({ name }) => name === plan)?.id ?? '' })
  await pay(checkout, card)
  const { accessToken } = await call(url, undefined, auth.login, { body: { email, password } })
  const params = { sessionId: checkout.sessionId }
  const state = async () => (await call(url, accessToken, billing.checkoutState, { params })).status
  await expect.poll(state).toBe('PAID')
  return email
}
