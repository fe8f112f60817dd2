import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria'
import { orderQuotes } from '@dooryard/contract/order-quote'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { useQuery } from '@tanstack/react-query'
import { liveQueryOf } from '../../lib/query.ts'
import { useCounted } from '../count/count.data.ts'

type Asked = { campaignType?: CampaignType | undefined; criteria: Criteria }

/**
 * What an order could deliver, asked again at every change once the matches are counted; the old numbers stay until the new
 * ones are there, though not those of another type. Asks for nothing while there is nothing to ask or `isWanted` says no.
 */
export function useOrderQuote({ campaignType, criteria }: Asked, isWanted = true) {
  const isAsked = isWanted && campaignType !== undefined && !isEmptyCriteria(criteria)
  const isCounted = useCounted(criteria, isAsked)
  const quote = useQuery({
    ...liveQueryOf(orderQuotes.quote, { body: { campaignType: campaignType ?? 'MAIL_READY', criteria } }),
    enabled: isAsked && isCounted,
  })
  const isOther = quote.data !== undefined && quote.data.campaignType !== campaignType
  return { ...quote, data: isOther ? undefined : quote.data }
}

export type QuoteResult = ReturnType<typeof useOrderQuote>
