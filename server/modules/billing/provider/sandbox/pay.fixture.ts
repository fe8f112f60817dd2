import { sandbox, type TestCard, testCards } from '@dooryard/contract/billing/payments'
import { anonymousCaller } from '../../../../test/factories.ts'
import type { Portal } from '../../../../test/portal.ts'
import { moveClock } from './advance-clock.ts'

type CardBehavior = (typeof testCards)[TestCard]['does']

/** The test card with this behavior. */
export function cardWithBehavior(does: CardBehavior): TestCard {
  const found = (Object.keys(testCards) as TestCard[]).find((card) => testCards[card].does === does)
  if (!found) throw new Error(`no card ${does}`)
  return found
}

/** The session id in a checkout URL. */
export const getSessionId = (url: string) => new URL(url).searchParams.get('session') ?? ''

/** Pays on the page of a checkout URL, and returns the page's response. */
export const payWith = (portal: Portal, url: string, card: TestCard = cardWithBehavior('SUCCEEDS')) =>
  anonymousCaller(portal).call(sandbox.pay, { params: { session: getSessionId(url) }, body: { card } })

/** Confirms or denies the payment of a checkout URL, as the bank does. */
export const confirmPayment = (portal: Portal, url: string, approve: boolean) =>
  anonymousCaller(portal).call(sandbox.confirm, { params: { session: getSessionId(url) }, body: { approve } })

/** Advances the sandbox clock, so that whatever falls due is charged. */
export const advance = (portal: Portal, days: number) => moveClock(portal.services, { days })
