import type { CampaignType } from '@dooryard/contract/api/enums'
import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'
import type { DistinctOptions } from '@dooryard/contract/orders/quote/delivery-options'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { useQuery } from '@tanstack/react-query'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { toAddPhones, toDistinct } from '../../lib/order/delivery.ts'
import { useIsCountSettled } from '../count/count.data.ts'

type OrderQuoteQuery = DistinctOptions & {
  campaignType?: CampaignType | undefined
  criteria: Criteria
  addPhones?: boolean | undefined
}

/**
 * The body of a quote. What is not chosen is quoted as an order is placed by default. Callers may pass more, such as a
 * draft of which this is a part: the endpoint refuses unknown fields.
 */
export function buildQuoteBody(query: OrderQuoteQuery & { campaignType: CampaignType }) {
  const { campaignType, criteria, addPhones, onePerOwner, onePerAddress } = query
  return {
    ...{ campaignType, criteria },
    ...toDistinct({ onePerOwner, onePerAddress }, campaignType),
    ...toAddPhones(addPhones, campaignType),
  }
}

/**
 * The quote of an order, fetched again on every change once the matches are counted. The previous quote stays until
 * the new one arrives, unless it is of another campaign type. Sends no request when there is nothing to quote or
 * `isWanted` is false.
 */
export function useOrderQuote(query: OrderQuoteQuery, isWanted = true) {
  const { campaignType, criteria } = query
  const isRequested = isWanted && campaignType !== undefined && !isEmptyCriteria(criteria)
  const isCounted = useIsCountSettled(criteria, isRequested)
  const quote = useQuery({
    ...buildLiveQuery(orderQuotes.quote, {
      body: buildQuoteBody({ ...query, campaignType: campaignType ?? 'MAIL_READY' }),
    }),
    enabled: isRequested && isCounted,
  })
  const isOther = quote.data !== undefined && quote.data.campaignType !== campaignType
  return { ...quote, data: isOther ? undefined : quote.data }
}

export type QuoteResult = ReturnType<typeof useOrderQuote>

/** Whether a quote is that of the present order, or there is none to wait for. */
export const isQuoteSettled = ({ data, isPlaceholderData, isError }: QuoteResult): boolean =>
  isError || (data !== undefined && !isPlaceholderData)
