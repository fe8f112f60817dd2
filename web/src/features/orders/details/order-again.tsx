import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import type { OrderDetail } from '@dooryard/contract/orders/order'
import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isSameCriteria } from '../../../criteria/saved-searches/saved-search-rules.ts'
import { buildQuery } from '../../../lib/api/query.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { useUser } from '../../../lib/session/use-user.ts'
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

/** An item of a menu that opens the order form filled in. */
type OrderAgainItemProps = AgainProps & { label: string; orderName: string; quantity: string; criteria: Criteria }

function OrderAgainItem({ order, campaignId, label, criteria, ...typed }: OrderAgainItemProps) {
  const { id: userId } = useUser()
  const { campaignType, columns, sort, onePerOwner, onePerAddress, addPhones } = order
  // Filled in as the draft of this tab, which the form loads.
  const saveDraft = () =>
    saveOrderDraft(
      { userId, campaignId },
      {
        ...{ ...typed, columns, delivery: { sort, onePerOwner, onePerAddress }, addPhones, criteria },
        ...(!campaignId && { campaignType }),
      },
    )
  const target = campaignId
    ? ({ to: '/portal/campaigns/$campaignId/orders/create', params: { campaignId } } as const)
    : ({ to: '/portal/orders/create', search: { criteria, type: campaignType } } as const)
  return (
    <Menu.Item onClick={saveDraft} renderRoot={(props) => <Link {...props} {...target} />}>
      {label}
    </Menu.Item>
  )
}

/**
 * Items of a menu that open the order form: for more leads of the audience, or for the same order once more. An order of
 * purchased leads has no more of them, and one of a single lead is placed from its property.
 */
export function OrderAgainItems({ order, campaignId }: AgainProps) {
  const isOrderable = useIsOfCampaignAudience({ order, campaignId })
  if (!isOrderable || order.isSingle || order.criteria.only) return null
  const { orderName, quantity, criteria } = order
  const more = campaignId ? criteria : excludePurchased(criteria)
  const shared = { order, campaignId }
  return (
    <>
      {order.userFacingStatus === 'COMPLETED' && (
        <OrderAgainItem {...shared} label="Order more" orderName="" quantity="" criteria={more} />
      )}
      <OrderAgainItem
        {...shared}
        label="Duplicate"
        orderName={orderName}
        quantity={formatNumber(quantity)}
        criteria={criteria}
      />
    </>
  )
}
