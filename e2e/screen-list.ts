import type { Role } from './browser.ts'
import { buyerOf } from './buyer.ts'
import { asAdministrator, someKey, statisticsScreens } from './everybodys.ts'
import { newPerson } from './person.ts'
import { someOrders } from './some-orders.ts'
import { type SomeWebhook, someWebhook } from './some-webhook.ts'

/** Who looks at a screen: a demo account, somebody who has subscribed, or nobody. */
export type Reader = Role | 'subscriber' | 'nobody'

/** The screens that are there for every reader. */
export const fixedScreens: Record<Reader, string[]> = {
  nobody: [
    '/login',
    '/register',
    '/verify-email',
    '/forgot-password',
    '/reset-password',
    '/terms',
    '/privacy',
    '/refund-policy',
    '/dev/outbox',
    '/sandbox/checkout',
    '/nowhere',
  ],
  admin: [
    '/portal',
    '/portal/data',
    '/portal/users',
    '/portal/audit-log',
    '/portal/coupons',
    '/portal/credit-settings',
    '/portal/plans',
    '/portal/integration',
    '/portal/integration?part=contacts',
    '/portal/integration?part=health',
    '/portal/enterprise-campaigns',
    '/portal/enterprise-campaigns?tab=orders',
    '/portal/enterprise-orders',
    '/portal/orders',
    '/portal/api-keys',
    '/portal/webhooks',
    '/portal/operations',
    '/portal/settings/profile',
  ],
  affiliate: ['/portal'],
  consumer: [
    '/portal/settings/account',
    '/portal',
    '/portal/lead-finder',
    '/portal/lead-finder?view=table',
    '/portal/buyer-finder',
    '/portal/buyer-finder?lat=36.16&lng=-86.78',
    '/portal/pipeline-builder',
    '/portal/pipeline-builder?tab=board',
    '/portal/settings/saved-searches',
    '/portal/orders/create',
  ],
  enterprise: [
    '/portal/settings/saved-searches',
    '/portal',
    '/portal/campaigns',
    '/portal/campaigns?tab=campaigns',
    '/portal/integration',
    '/portal/webhooks',
    '/portal/integration?part=verify',
    '/portal/integration?part=dnc',
    '/portal/integration?part=files',
    '/portal/api-keys',
    '/portal/subscription',
    '/portal/settings/billing',
    '/portal/settings/subscription',
    '/portal/settings/pay-as-you-go',
    '/portal/settings/credit-history',
    '/portal/campaigns/create',
    '/portal/api-reference?call=enterprise.place',
    '/portal/api-reference?call=events.order.completed',
  ],
  subscriber: ['/portal/settings/billing', '/portal/settings/subscription', '/portal/settings/pay-as-you-go'],
}

/** Somebody who has subscribed, a checkout to look at, and one at which the bank asks. */
async function somePurchases(url: string): Promise<{ subscriber: string; checkouts: string[] }> {
  const subscriber = await newPerson(url)
  const { plans, packs, begin, pay, buy } = await buyerOf(url, subscriber)
  const planId = plans.find(({ name }) => name === 'Growth')?.id ?? ''
  const packId = packs[0]?.id ?? ''
  await buy(await begin({ planId }))
  const [left, asked] = [await begin({ packId }), await begin({ packId })]
  await pay(asked, '4000002760003184')
  return { subscriber, checkouts: [left, asked].map(({ session }) => `/sandbox/checkout?session=${session}`) }
}

/** What there is to look at. */
export type Seen = {
  /** The screens of one thing, such as an order. */
  screens: Partial<Record<Reader, string[]>>
  /** Leads to call that are delivered. */
  callOrder: string
  webhook: SomeWebhook
  key: string
  /** The email of somebody who has subscribed. */
  subscriber: string
}

async function prepare(url: string, isInTurn: boolean): Promise<Seen> {
  let last: Promise<unknown> = Promise.resolve()
  const make = <Thing>(maker: (url: string) => Promise<Thing>): Promise<Thing> => {
    const made = isInTurn ? last.then(() => maker(url)) : maker(url)
    last = made
    return made
  }
  const [webhook, orders, key, statistics, { subscriber, checkouts }] = await Promise.all([
    make(someWebhook),
    make(someOrders),
    make(someKey),
    make(statisticsScreens),
    make(somePurchases),
  ])
  const ofOrders = (role: Role) => orders.screens.flatMap(([path, owner]) => (owner === role ? [path] : []))
  // The forms are their owners' alone.
  const seen = orders.screens.flatMap(([path]) => (path.includes('/create') ? [] : [asAdministrator(path)]))
  const screens = {
    nobody: checkouts,
    admin: [webhook.detail, webhook.attempt, ...seen, ...Object.values(statistics)],
    consumer: ofOrders('consumer'),
    enterprise: [...ofOrders('enterprise'), webhook.detail],
  }
  return { screens, callOrder: orders.toCall, webhook, key, subscriber }
}

let prepared: Promise<Seen> | undefined

/**
 * Makes what the screens show that are of one thing, once for all files that share a portal. In turn it takes longer, and
 * is in the same order each time.
 */
export const whatIsSeen = (url: string, { isInTurn = false } = {}): Promise<Seen> => {
  prepared ??= prepare(url, isInTurn).catch((error) => {
    prepared = undefined
    throw error
  })
  return prepared
}
