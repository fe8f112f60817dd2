import { auth } from '@dooryard/contract/auth'
import { billing } from '@dooryard/contract/billing'
import type { TestCard } from '@dooryard/contract/payments'
import { expect } from 'vitest'
import { buyerOf } from './buyer.ts'
import { newPerson, password } from './person.ts'
import { call } from './portal-process.ts'

/** A new account that has subscribed to a plan, without a screen; gives its email. */
export async function newSubscriber(url: string, plan: string, card?: TestCard): Promise<string> {
  const email = await newPerson(url)
  const { plans, begin, pay } = await buyerOf(url, email)
  const begun = await begin({ planId: plans.find(({ name }) => name === plan)?.id ?? '' })
  await pay(begun, card)
  const { accessToken } = await call(url, undefined, auth.login, { body: { email, password } })
  const params = { sessionId: begun.sessionId }
  const state = async () => (await call(url, accessToken, billing.checkoutState, { params })).status
  await expect.poll(state).toBe('PAID')
  return email
}
