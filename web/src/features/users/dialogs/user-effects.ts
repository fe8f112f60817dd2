import type { UserStatistics } from '@dooryard/contract/admin/user-statistics'
import type { Role } from '@dooryard/contract/api/roles'
import type { Subscription } from '@dooryard/contract/billing/subscriptions'
import type { User } from '@dooryard/contract/identity/users'
import { formatDay, pluralize, toTitleCase } from '../../../lib/format/format.ts'

/** The permissions of each role, in a sentence. */
export const roleDescriptions: Record<Role, string> = {
  SUPER_ADMIN: 'Sees and changes everything: every account, order and payment, the prices and the coupons.',
  CONSUMER_USER: 'Searches for properties and buyers, and orders their leads.',
  ENTERPRISE_USER: 'Runs campaigns and places their orders, by hand and by programs with API keys and webhooks.',
  AFFILIATE_USER: 'Sees how the coupons that are assigned to them are redeemed.',
}

/** The usage of an account that a change of role or state affects. */
export type AccountUsage = {
  orders: Pick<UserStatistics['orders'], 'underWay'>
  logins: Pick<UserStatistics['logins'], 'activeSessions'>
  api: Pick<UserStatistics['api'], 'keys'>
  webhooks: Pick<UserStatistics['webhooks'], 'active'>
}

/** A subscription that has not ended. */
export type ActiveSubscription = Pick<Subscription, 'status' | 'planName' | 'currentPeriodEnd' | 'cancelAtPeriodEnd'>

const agreeVerb = (count: number, is: string, are: string) => (count === 1 ? is : are)

function describeSessions({ logins: { activeSessions } }: AccountUsage): string {
  if (activeSessions === 0) return 'They have no active sessions.'
  return `${pluralize(activeSessions, 'session')} of theirs ${agreeVerb(activeSessions, 'ends', 'end')} now.`
}

function describeOrders({ orders: { underWay } }: AccountUsage): string[] {
  if (underWay === 0) return []
  return [
    `${pluralize(underWay, 'order')} in progress ${agreeVerb(underWay, 'continues', 'continue')} and may deliver.`,
  ]
}

/** What happens to an enterprise user's programs while the account is deactivated or has another role. */
function describeDisabledAccess({ api: { keys }, webhooks: { active } }: AccountUsage, until: string): string[] {
  const effects: string[] = []
  if (keys > 0)
    effects.push(`${pluralize(keys, 'API key')} ${agreeVerb(keys, 'opens', 'open')} nothing until ${until}.`)
  if (active > 0) {
    const get = `${pluralize(active, 'webhook')} ${agreeVerb(active, 'gets', 'get')}`
    effects.push(`${get} nothing until ${keys > 0 ? 'then' : until}; what happens meanwhile is not sent later.`)
  }
  return effects
}

/** What happens to the subscription: a deactivated account is not charged again. */
function describeSubscription(subscription: ActiveSubscription | undefined): string[] {
  if (!subscription) return []
  const { planName, status, currentPeriodEnd, cancelAtPeriodEnd } = subscription
  if (status === 'PAST_DUE') return [`The ${planName} subscription, which is past due, is not renewed.`]
  if (cancelAtPeriodEnd)
    return [`The ${planName} subscription ends ${formatDay(currentPeriodEnd)}, as it would anyway.`]
  return [`The ${planName} subscription is not renewed: it ends ${formatDay(currentPeriodEnd)}.`]
}

/** The effects of a deactivation, one sentence each. */
export const listDeactivationEffects = (
  { role }: Pick<User, 'role'>,
  usage: AccountUsage,
  subscription?: ActiveSubscription,
): string[] => [
  `${describeSessions(usage)} They cannot sign in.`,
  ...describeOrders(usage),
  ...(role === 'ENTERPRISE_USER' ? describeDisabledAccess(usage, 'the account is active again') : []),
  ...describeSubscription(subscription),
  'Orders, files and credits stay.',
]

/** The effects of an activation, one sentence each. */
export const listActivationEffects = (
  { role, emailVerifiedAt }: Pick<User, 'role' | 'emailVerifiedAt'>,
  subscription?: ActiveSubscription,
): string[] => [
  emailVerifiedAt ? 'They can sign in again with their password.' : 'They can be invited again.',
  ...(role === 'ENTERPRISE_USER' ? ['Their API keys work again, and their webhooks get events again.'] : []),
  ...(subscription?.cancelAtPeriodEnd
    ? [`The ${subscription.planName} subscription still ends ${formatDay(subscription.currentPeriodEnd)}.`]
    : []),
]

/** The effects of a role change, one sentence each. */
export function listRoleEffects({ role }: Pick<User, 'role'>, next: Role, usage: AccountUsage): string[] {
  const [before, after] = [role === 'ENTERPRISE_USER', next === 'ENTERPRISE_USER']
  return [
    describeSessions(usage),
    ...describeOrders(usage),
    ...(before && !after ? describeDisabledAccess(usage, `the role is ${toTitleCase('ENTERPRISE_USER')} again`) : []),
    ...(after ? describeRestoredAccess(usage) : []),
    ...(next === 'SUPER_ADMIN' ? ['Nobody can impersonate them any more.'] : []),
    'Credits, orders and a subscription stay as they are.',
  ]
}

function describeRestoredAccess({ api: { keys }, webhooks: { active } }: AccountUsage): string[] {
  if (keys === 0 && active === 0) return []
  return [`They have ${pluralize(keys, 'API key')} and ${pluralize(active, 'webhook')} from before, which work again.`]
}
