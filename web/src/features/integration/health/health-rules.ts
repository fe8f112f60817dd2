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
  if (stale > 0) return toAttention(`The copies of ${pluralize(stale, 'area code')} are too old. Import them anew.`)
  if (expiring > 0)
    return toAttention(
      `The copies of ${pluralize(expiring, 'area code')} go out of date within a week. Import them anew.`,
    )
  return toWorking(`Numbers in ${pluralize(areaCodes, 'area code')} can be checked.`)
}

export function toContactHealth({ sources, vendor }: ContactsOverview): Health {
  if (!vendor && sources.length === 0)
    return { state: 'NOT_SET_UP', text: 'No file and no vendor: Call Ready orders find no numbers.' }
  if (!vendor) return toWorking(`Contacts come from ${pluralize(sources.length, 'file')}; no vendor is set up.`)
  if (vendor.state === 'PAUSED')
    return toAttention(`${vendor.name} failed so often that it is left alone for now. Orders to call wait.`)
  if (vendor.state === 'FAILING') return toAttention(`${vendor.name} has failed recently. It is retried automatically.`)
  if (vendor.askedToday >= vendor.dailyLimit)
    return toAttention(`${vendor.name} was asked about as many owners as a day allows. It continues at midnight UTC.`)
  return toWorking(`${vendor.name} answers.`)
}

export function toPaymentHealth({ provider, isLive, events, payments }: PaymentHealth): Health {
  if (!provider) return { state: 'NOT_SET_UP', text: 'Payments are not set up: set STRIPE_SECRET_KEY to sell credits.' }
  if (events.failing > 0)
    return toAttention(
      `${pluralize(events.failing, 'event')} could not be worked off yet. They are tried again by themselves.`,
    )
  if (payments.failed > 0 && payments.paid === 0)
    return toAttention(`${pluralize(payments.failed, 'payment')} failed in the last 30 days, and none went through.`)
  if (provider === 'SANDBOX') return toWorking('Sandbox: test cards only, no real payments.')
  if (!isLive) return toWorking('Stripe test mode: no real payments.')
  return toWorking(events.last ? `Stripe last sent an event on ${formatDayAndTime(events.last)}.` : 'Stripe is live.')
}
