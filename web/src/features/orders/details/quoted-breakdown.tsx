import type { CampaignType } from '@dooryard/contract/api/enums'
import type { OrderDetail, QuoteCounts } from '@dooryard/contract/orders/order'
import { BreakdownCounts, BreakdownLine, BreakdownList } from '../../../criteria/order-quote/order-breakdown.tsx'
import { toOrderBreakdownLines } from '../../../criteria/order-quote/order-breakdown-lines.ts'
import { useOpenLines } from '../../../criteria/order-quote/use-open-lines.ts'
import { formatAbout, formatNumber, pluralize } from '../../../lib/format/format.ts'

type Available = NonNullable<OrderDetail['available']>

/** `790`, or `about 790`, and what the estimate is based on if contacts of some owners have not been looked up. */
export function formatAvailable(
  { leads, basis }: Available,
  { isEstimate }: Pick<QuoteCounts, 'isEstimate'>,
): { value: string; hint?: string } {
  if (!basis) return { value: formatAbout(formatNumber(leads), isEstimate) }
  const { considered, callable } = basis
  const owners = pluralize(considered, 'owner')
  return {
    value: `about ${formatNumber(leads)}`,
    hint: `${formatNumber(callable)} of ${owners} looked up had a callable number.`,
  }
}

type QuotedBreakdownProps = {
  campaignType: CampaignType
  quote: QuoteCounts
  /** The delivered leads; undefined until the order is completed. */
  delivered: number | undefined
  available: Available | undefined
}

/** The quote as of when the leads were selected, what was delivered of it, and what is left to order. */
export const QuotedBreakdown = ({ campaignType, quote, delivered, available }: QuotedBreakdownProps) => (
  <BreakdownList>
    <BreakdownCounts lines={toOrderBreakdownLines({ ...quote, campaignType })} openLines={useOpenLines()} />
    {delivered !== undefined && <BreakdownLine label="Delivered" value={formatNumber(delivered)} kind="rest" />}
    {available && <BreakdownLine label="Still available" {...formatAvailable(available, quote)} />}
  </BreakdownList>
)
