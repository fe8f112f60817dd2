import type { PaymentHealth } from '@dooryard/contract/billing/admin/payment-health'
import type { ContactsOverview } from '@dooryard/contract/data/contacts'
import type { DncCoverage } from '@dooryard/contract/data/dnc'
import { formatDayAndTime, pluralize } from '../../../lib/format/format.ts'

/** Whether a connection works, and what to do when it does not. */
export type Health = { state: 'WORKING' | 'ATTENTION' | 'NOT_SET_UP'; text: string }

const toAttention = (text: string): Health => ({ state: 'ATTENTION', text })
const toWorking = (text: string): Health => ({ state: 'WORKING', text })

export function toListHealth({ areaCodes, expiring, stale, copies }: DncCoverage): Health {
  if (copies.length === 0)
    return { state: 'NOT_SET_UP', text: 'No list is imported, so Call Ready orders are refused.' }
  if (areaCodes === 0) return toAttention('No copy is current, so no number can be checked. Import the registry again.')
  if (stale > 0)
    return toAttention(`The copies of ${pluralize(stale, 'area code')} are out of date. Import them again.`)
  if (expiring > 0)
    return toAttention(`The copies of ${pluralize(expiring, 'area code')} expire within a week. Import them again.`)
  return toWorking(`Numbers in ${pluralize(areaCodes, 'area code')} can be checked.`)
}

export function toContactHealth({ sources, vendor }: ContactsOverview): Health {
  if (!vendor && sources.length === 0)
    return { state: 'NOT_SET_UP', text: 'No contact file and no vendor, so Call Ready orders find no phone numbers.' }
  if (!vendor) return toWorking(`Contacts come from ${pluralize(sources.length, 'file')}; no vendor is set up.`)
  if (vendor.state === 'PAUSED')
    return toAttention(`${vendor.name} is paused after repeated failures. Call Ready orders wait.`)
  if (vendor.state === 'FAILING')
    return toAttention(`${vendor.name} failed recently. Lookups are retried automatically.`)
  if (vendor.askedToday >= vendor.dailyLimit)
    return toAttention(`The daily limit of ${vendor.name} is reached. Lookups continue at midnight UTC.`)
  return toWorking(`${vendor.name} is responding.`)
}

export function toPaymentHealth({ provider, isLive, events, payments }: PaymentHealth): Health {
  if (!provider) return { state: 'NOT_SET_UP', text: 'Payments are not set up: set STRIPE_SECRET_KEY to sell credits.' }
  if (events.failing > 0)
    return toAttention(`${pluralize(events.failing, 'event')} not processed yet. They are retried automatically.`)
  if (payments.failed > 0 && payments.paid === 0)
    return toAttention(`${pluralize(payments.failed, 'payment')} failed in the last 30 days, and none succeeded.`)
  if (provider === 'SANDBOX') return toWorking('Sandbox: test cards only, no real payments.')
  if (!isLive) return toWorking('Stripe test mode: no real payments.')
  return toWorking(events.last ? `Stripe last sent an event on ${formatDayAndTime(events.last)}.` : 'Stripe is live.')
}
