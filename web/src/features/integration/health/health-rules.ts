import type { ContactsOverview } from '@dooryard/contract/contacts'
import type { DncCoverage } from '@dooryard/contract/dnc'
import type { PaymentHealth } from '@dooryard/contract/payment-health'
import { formatDayAndTime, plural } from '../../../lib/format.ts'

/** Whether a connection works, and what is to be done where it does not. */
export type Health = { state: 'WORKING' | 'ATTENTION' | 'NOT_SET_UP'; words: string }

const attention = (words: string): Health => ({ state: 'ATTENTION', words })
const working = (words: string): Health => ({ state: 'WORKING', words })

export function toListHealth({ areaCodes, expiring, stale, copies }: DncCoverage): Health {
  if (copies.length === 0)
    return { state: 'NOT_SET_UP', words: 'No list was imported, so no order to call can be placed.' }
  if (areaCodes === 0) return attention('No copy is current, so no number can be checked. Import the registry anew.')
  if (stale > 0) return attention(`The copies of ${plural(stale, 'area code')} are too old. Import them anew.`)
  if (expiring > 0)
    return attention(`The copies of ${plural(expiring, 'area code')} go out of date within a week. Import them anew.`)
  return working(`Numbers in ${plural(areaCodes, 'area code')} can be checked.`)
}

export function toContactHealth({ sources, vendor }: ContactsOverview): Health {
  if (!vendor && sources.length === 0)
    return { state: 'NOT_SET_UP', words: 'There is no file and no vendor, so orders to call find no number.' }
  if (!vendor) return working(`Contacts come from ${plural(sources.length, 'file')}; no vendor is set up.`)
  if (vendor.state === 'PAUSED')
    return attention(`${vendor.name} failed so often that it is left alone for now. Orders to call wait.`)
  if (vendor.state === 'FAILING') return attention(`${vendor.name} has failed lately. It is asked again by itself.`)
  if (vendor.askedToday >= vendor.dailyLimit)
    return attention(`${vendor.name} was asked about as many owners as a day allows. It goes on at midnight UTC.`)
  return working(`${vendor.name} answers.`)
}

export function toPaymentHealth({ provider, isLive, events, payments }: PaymentHealth): Health {
  if (!provider) return { state: 'NOT_SET_UP', words: 'Nobody takes money: set STRIPE_SECRET_KEY to sell credits.' }
  if (events.failing > 0)
    return attention(
      `${plural(events.failing, 'event')} could not be worked off yet. They are tried again by themselves.`,
    )
  if (payments.failed > 0 && payments.paid === 0)
    return attention(`${plural(payments.failed, 'payment')} failed in the last 30 days, and none went through.`)
  if (provider === 'SANDBOX') return working('The sandbox takes test cards; no money moves.')
  if (!isLive) return working('Stripe is in test mode; no money moves.')
  return working(
    events.last ? `Stripe last told us of something on ${formatDayAndTime(events.last)}.` : 'Stripe is live.',
  )
}
