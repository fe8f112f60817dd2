import { sandbox, type TestCard, testCards } from '@dooryard/contract/payments'
import { nobody } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { moveClock } from './advance-clock.ts'

type Does = (typeof testCards)[TestCard]['does']

/** The test card that does this. */
export function cardThat(does: Does): TestCard {
  const found = (Object.keys(testCards) as TestCard[]).find((card) => testCards[card].does === does)
  if (!found) throw new Error(`no card ${does}`)
  return found
}

/** The session in the address of a checkout. */
export const sessionIn = (url: string) => new URL(url).searchParams.get('session') ?? ''

/** Pays on the page at the address of a checkout, and gives the answer of the page. */
export const payWith = (portal: Portal, url: string, card: TestCard = cardThat('SUCCEEDS')) =>
  nobody(portal).call(sandbox.pay, { params: { session: sessionIn(url) }, body: { card } })

/** Says as the bank whether the payment at the address of a checkout is confirmed. */
export const confirmAt = (portal: Portal, url: string, approve: boolean) =>
  nobody(portal).call(sandbox.confirm, { params: { session: sessionIn(url) }, body: { approve } })

/** Moves the clock of the sandbox on, so that what falls due by then is charged. */
export const advance = (portal: Portal, days: number) => moveClock(portal.services, { days })
