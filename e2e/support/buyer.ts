import { billing } from '@dooryard/contract/billing/billing'
import { sandbox, type TestCard } from '@dooryard/contract/billing/payments'
import type { Purchase } from '@dooryard/contract/billing/purchases'
import { auth } from '@dooryard/contract/identity/auth'
import type { Locator, Page } from 'playwright-core'
import { call } from './portal-process.ts'
import { password } from './test-user.ts'

export const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })
export const dialog = (page: Page, name?: string | RegExp) =>
  page.getByRole('dialog', name === undefined ? {} : { name })
export const waitForCheckout = (page: Page) => page.waitForURL((at) => at.pathname === '/sandbox/checkout')

/** The spendable credits in the sidebar. */
export const readBalance = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('region', { name: 'Credits' })
    .getByRole('term')
    .evaluateAll((terms) => terms.map((term) => Number(term.nextElementSibling?.textContent.replace(/\D/g, ''))))
    .then((parts) => parts.reduce((sum, part) => sum + part, 0))

/** Starts and pays for purchases of a user without a screen. */
export async function createTestBuyer(url: string, email: string) {
  const { accessToken } = await call(url, undefined, auth.login, { body: { email, password } })
  const { plans, packs } = await call(url, accessToken, billing.info, {})
  const begin = async (body: Purchase) => {
    const { url: page, sessionId } = await call(url, accessToken, billing.checkout, { body })
    return { sessionId, session: new URL(page, url).searchParams.get('session') ?? '' }
  }
  type StartedCheckout = Awaited<ReturnType<typeof begin>>
  const pay = ({ session }: StartedCheckout, card: TestCard = '4242424242424242') =>
    call(url, undefined, sandbox.pay, { params: { session }, body: { card } })
  /** Pays, and waits until the payment is recorded. */
  const buy = async (checkout: StartedCheckout) => {
    await pay(checkout)
    const params = { sessionId: checkout.sessionId }
    while ((await call(url, accessToken, billing.checkoutState, { params })).status !== 'PAID')
      await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { plans, packs, begin, pay, buy }
}

/** Buys the smallest pack for a user, which saves a card. */
export async function buyPack(url: string, email: string) {
  const { packs, begin, buy } = await createTestBuyer(url, email)
  const [pack] = packs.toSorted((one, other) => one.credits - other.credits)
  await buy(await begin({ packId: pack?.id ?? '' }))
}

type BillingInfo = { subscription?: object; autoTopUp: object }

/** Changes the response of the billing info. */
export const mockBillingInfo = (page: Page, change: (info: BillingInfo) => object) =>
  page.route('**/v1/billing/info', async (route) => {
    const answer = await route.fetch()
    const info: BillingInfo = await answer.json()
    await route.fulfill({ response: answer, json: { ...info, ...change(info) } })
  })

/** Call it before the page closes, which aborts pending requests. */
export const removeMocks = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' })
