import type { Role } from '@dooryard/contract/roles'
import type { Subscription } from '@dooryard/contract/subscriptions'
import type { UserStatistics } from '@dooryard/contract/user-statistics'
import type { User } from '@dooryard/contract/users'
import { formatDay, plural, titleCase } from '../../../lib/format.ts'

/** What each role may do, in a sentence. */
export const roleDescriptions: Record<Role, string> = {
  SUPER_ADMIN: 'Sees and changes everything: every account, order and payment, the prices and the coupons.',
  CONSUMER_USER: 'Searches for properties and buyers, and orders their leads.',
  ENTERPRISE_USER: 'Runs campaigns and places their orders, by hand and by programs with API keys and webhooks.',
  AFFILIATE_USER: 'Sees how the coupons that are assigned to them are redeemed.',
}

/** What an account has now that another role or state bears on. */
export type Held = {
  orders: Pick<UserStatistics['orders'], 'underWay'>
  logins: Pick<UserStatistics['logins'], 'activeSessions'>
  api: Pick<UserStatistics['api'], 'keys'>
  webhooks: Pick<UserStatistics['webhooks'], 'active'>
}

/** A subscription that has not ended. */
export type Subscribed = Pick<Subscription, 'status' | 'planName' | 'currentPeriodEnd' | 'cancelAtPeriodEnd'>

const isAre = (count: number, is: string, are: string) => (count === 1 ? is : are)

function sessionsEnd({ logins: { activeSessions } }: Held): string {
  if (activeSessions === 0) return 'They are signed in nowhere.'
  return `${plural(activeSessions, 'session')} of theirs ${isAre(activeSessions, 'ends', 'end')} now.`
}

function ordersGoOn({ orders: { underWay } }: Held): string[] {
  if (underWay === 0) return []
  return [`${plural(underWay, 'order')} under way ${isAre(underWay, 'goes', 'go')} on and may deliver.`]
}

/** What the programs of an enterprise user meet while the account or its role is another. */
function programsStop({ api: { keys }, webhooks: { active } }: Held, until: string): string[] {
  const words: string[] = []
  if (keys > 0) words.push(`${plural(keys, 'API key')} ${isAre(keys, 'opens', 'open')} nothing until ${until}.`)
  if (active > 0) {
    const are = `${plural(active, 'webhook')} ${isAre(active, 'is', 'are')}`
    words.push(`${are} told nothing until ${keys > 0 ? 'then' : until}; what happens meanwhile is not sent later.`)
  }
  return words
}

/** What goes on being paid: an account that nobody may use is not charged for another month. */
function subscriptionEnds(subscription: Subscribed | undefined): string[] {
  if (!subscription) return []
  const { planName, status, currentPeriodEnd, cancelAtPeriodEnd } = subscription
  if (status === 'PAST_DUE') return [`The ${planName} subscription, which is past due, is not renewed.`]
  if (cancelAtPeriodEnd)
    return [`The ${planName} subscription ends ${formatDay(currentPeriodEnd)}, as it would anyway.`]
  return [`The ${planName} subscription is not renewed: it ends ${formatDay(currentPeriodEnd)}.`]
}

/** What the deactivation of an account does, a sentence each. */
export const deactivationEffects = ({ role }: Pick<User, 'role'>, held: Held, subscription?: Subscribed): string[] => [
  `${sessionsEnd(held)} They cannot sign in.`,
  ...ordersGoOn(held),
  ...(role === 'ENTERPRISE_USER' ? programsStop(held, 'the account is active again') : []),
  ...subscriptionEnds(subscription),
  'Orders, files and credits stay.',
]

/** What the activation of an account does, a sentence each. */
export const activationEffects = (
  { role, emailVerifiedAt }: Pick<User, 'role' | 'emailVerifiedAt'>,
  subscription?: Subscribed,
): string[] => [
  emailVerifiedAt ? 'They can sign in again with their password.' : 'They can be invited again.',
  ...(role === 'ENTERPRISE_USER'
    ? ['API keys of theirs open something again, and their webhooks are told again.']
    : []),
  ...(subscription?.cancelAtPeriodEnd
    ? [`The ${subscription.planName} subscription still ends ${formatDay(subscription.currentPeriodEnd)}.`]
    : []),
]

/** What another role does to an account, a sentence each. */
export function roleEffects({ role }: Pick<User, 'role'>, next: Role, held: Held): string[] {
  const [before, after] = [role === 'ENTERPRISE_USER', next === 'ENTERPRISE_USER']
  return [
    sessionsEnd(held),
    ...ordersGoOn(held),
    ...(before && !after ? programsStop(held, `the role is ${titleCase('ENTERPRISE_USER')} again`) : []),
    ...(after ? programsWork(held) : []),
    ...(next === 'SUPER_ADMIN' ? ['Nobody can act as them any more.'] : []),
    'Credits, orders and a subscription stay as they are.',
  ]
}

function programsWork({ api: { keys }, webhooks: { active } }: Held): string[] {
  if (keys === 0 && active === 0) return []
  return [`They have ${plural(keys, 'API key')} and ${plural(active, 'webhook')} from before, which work again.`]
}
