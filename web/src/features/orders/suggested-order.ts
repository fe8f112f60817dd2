import type { OrderQuote } from '@dooryard/contract/order-quote'
import { useQuery } from '@tanstack/react-query'
import { usePhrases } from '../../criteria/describe/phrases.data.ts'
import { me } from '../../lib/me.ts'
import { quantityOffers } from '../../lib/order-cost.ts'
import { mostDeliverable } from './deliverable.ts'
import type { OrderMade } from './use-order-form.ts'

const longestName = 100

/** What an order of a search is called and how many it is of, until somebody says so: as far as it is known already. */
export function useSuggestedOrder({ setting, criteria, campaignId, name }: OrderMade, quote: OrderQuote | undefined) {
  const phrases = usePhrases(criteria)
  const { data } = useQuery(me())
  if (campaignId) return { orderName: '', quantity: '' }
  const { all, covered } = quote ? quantityOffers(mostDeliverable(quote), setting, data?.balance) : {}
  const words = name || phrases.map(({ text }) => text).join(', ')
  return {
    orderName: words.length > longestName ? `${words.slice(0, longestName - 1).trimEnd()}…` : words,
    quantity: String(covered ?? all ?? ''),
  }
}
