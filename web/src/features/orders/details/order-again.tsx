import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import type { OrderDetail } from '@dooryard/contract/orders/order'
import { useQuery } from '@tanstack/react-query'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { saveOrderDraft } from '../create/order-draft.ts'

type AgainProps = { order: OrderDetail; campaignId: string | undefined }

/** Whether the form of the campaign, which has its audience, can order the same again; undefined until known. */
function useIsOfCampaignAudience({ order, campaignId }: AgainProps): boolean | undefined {
  const { data: campaign } = useQuery({
    ...buildQuery(campaigns.get, { params: { campaignId: campaignId ?? '' } }),
    enabled: campaignId !== undefined,
  })
  if (campaignId === undefined) return true
  return campaign && campaign.status !== 'ARCHIVED' && isSameCriteria(campaign.criteria, order.criteria)
}

/** The audience without what is purchased by now. */
const excludePurchased = (criteria: Criteria): Criteria => ({
  ...criteria,
  exclude: { ...criteria.exclude, delivered: true },
})

/**
 * Opens the order form filled in: for more leads of the audience, or for the same order once more. An order of purchased
 * leads has no more of them, and one of a single lead is placed from its property.
 */
export function OrderAgainButtons({ order, campaignId }: AgainProps) {
  const { id: userId } = useUser()
  const isOrderable = useIsOfCampaignAudience({ order, campaignId })
  if (!isOrderable || order.isSingle || order.criteria.only) return null
  const { orderName, quantity, campaignType, columns, sort, onePerOwner, onePerAddress, addPhones } = order
  const choices = { columns, delivery: { sort, onePerOwner, onePerAddress }, addPhones }
  // Filled in as the draft of this tab, which the form loads.
  const saveDraft = (typed: { orderName: string; quantity: string }, criteria: Criteria) =>
    saveOrderDraft({ userId, campaignId }, { ...typed, ...choices, criteria, ...(!campaignId && { campaignType }) })
  const renderButton = (label: string, typed: { orderName: string; quantity: string }, criteria: Criteria) => {
    const button = { variant: 'default', onClick: () => saveDraft(typed, criteria) } as const
    return campaignId ? (
      <LinkButton {...button} to="/portal/campaigns/$campaignId/orders/create" params={{ campaignId }}>
        {label}
      </LinkButton>
    ) : (
      <LinkButton {...button} to="/portal/orders/create" search={{ criteria, type: campaignType }}>
        {label}
      </LinkButton>
    )
  }
  const isCompleted = order.userFacingStatus === 'COMPLETED'
  const more = campaignId ? order.criteria : excludePurchased(order.criteria)
  return (
    <>
      {renderButton('Duplicate', { orderName, quantity: formatNumber(quantity) }, order.criteria)}
      {isCompleted && renderButton('Order more', { orderName: '', quantity: '' }, more)}
    </>
  )
}
