import { auth } from '@dooryard/contract/auth'
import { billing } from '@dooryard/contract/billing'
import { sandbox, type TestCard } from '@dooryard/contract/payments'
import type { Purchase } from '@dooryard/contract/purchases'
import type { Page } from 'playwright-core'
import { password } from './person.ts'
import { call } from './portal-process.ts'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const dialog = (page: Page, name?: string | RegExp) =>
  page.getByRole('dialog', name === undefined ? {} : { name })
export const atCheckout = (page: Page) => page.waitForURL((at) => at.pathname === '/sandbox/checkout')

/** What the sidebar says can be spent. */
export const balance = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Sidebar' })
    .getByRole('region', { name: 'Credits' })
    .getByRole('term')
    .evaluateAll((terms) => terms.map((term) => Number(term.nextElementSibling?.textContent.replace(/\D/g, ''))))
    .then((parts) => parts.reduce((sum, part) => sum + part, 0))

/** Begins purchases of a person, and pays for them, without a screen. */
export async function buyerOf(url: string, email: string) {
  const { accessToken } = await call(url, undefined, auth.login, { body: { email, password } })
  const { plans, packs } = await call(url, accessToken, billing.info, {})
  const begin = async (body: Purchase) => {
    const { url: page, sessionId } = await call(url, accessToken, billing.checkout, { body })
    return { sessionId, session: new URL(page, url).searchParams.get('session') ?? '' }
  }
  type Begun = Awaited<ReturnType<typeof begin>>
  const pay = ({ session }: Begun, card: TestCard = '4242424242424242') =>
    call(url, undefined, sandbox.pay, { params: { session }, body: { card } })
  /** Pays, and waits until that is recorded. */
  const buy = async (begun: Begun) => {
    await pay(begun)
    const params = { sessionId: begun.sessionId }
    while ((await call(url, accessToken, billing.checkoutState, { params })).status !== 'PAID')
      await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { plans, packs, begin, pay, buy }
}

/** Has a person buy the smallest pack, which puts a card on file. */
export async function buyPack(url: string, email: string) {
  const { packs, begin, buy } = await buyerOf(url, email)
  const [pack] = packs.toSorted((one, other) => one.credits - other.credits)
  await buy(await begin({ packId: pack?.id ?? '' }))
}

type Info = { subscription?: object; autoTopUp: object }

/** Shows the screens of billing as if things stood otherwise. */
export const pretend = (page: Page, change: (info: Info) => object) =>
  page.route('**/v1/billing/info', async (route) => {
    const answer = await route.fetch()
    const info: Info = await answer.json()
    await route.fulfill({ response: answer, json: { ...info, ...change(info) } })
  })

/** Before its page closes, which ends what is asked for meanwhile. */
export const pretendNoMore = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' })
