import type { CampaignType } from '@dooryard/contract/api/enums'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import type { DistinctOptions } from '@dooryard/contract/orders/quote/delivery-options'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { useQuery } from '@tanstack/react-query'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useIsCountSettled } from '../count/count.data.ts'

type OrderQuoteQuery = DistinctOptions & {
  campaignType?: CampaignType | undefined
  criteria: Criteria
  addPhones?: boolean | undefined
}

/**
 * The quote of an order, fetched again on every change once the matches are counted. The previous quote stays until
 * the new one arrives, unless it is of another campaign type. Sends no request when there is nothing to quote or
 * `isWanted` is false.
 */
export function useOrderQuote({ campaignType, criteria, addPhones, ...distinct }: OrderQuoteQuery, isWanted = true) {
  const isRequested = isWanted && campaignType !== undefined && !isEmptyCriteria(criteria)
  const isCounted = useIsCountSettled(criteria, isRequested)
  const addsPhones = addPhones && campaignType === 'CALL_READY'
  const quote = useQuery({
    ...buildLiveQuery(orderQuotes.quote, {
      body: {
        campaignType: campaignType ?? 'MAIL_READY',
        criteria,
        ...distinct,
        ...(addsPhones && { addPhones: true }),
      },
    }),
    enabled: isRequested && isCounted,
  })
  const isOther = quote.data !== undefined && quote.data.campaignType !== campaignType
  return { ...quote, data: isOther ? undefined : quote.data }
}

export type QuoteResult = ReturnType<typeof useOrderQuote>
