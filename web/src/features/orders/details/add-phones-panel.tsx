import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { OrderDetail } from '@dooryard/contract/orders/order'
import { type OrderQuote, orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PhoneCall } from 'lucide-react'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { useCreditSettings } from '../../../lib/session/current-user.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'

/** `Phones for 31 of these 60 leads · 62 credits`. */
const formatOffer = ({ deliverable, credits }: OrderQuote, delivered: number) =>
  `Phones for ${formatNumber(deliverable)} of ${delivered === 1 ? 'this lead' : `these ${pluralize(delivered, 'lead')}`} · ` +
  pluralize(credits, 'credit')

type AddPhonesPanelProps = { order: OrderDetail }

/** Adds phones to the leads of a Mail Ready order; nothing while there are none to add. */
export function AddPhonesPanel({ order: { id, campaignId, orderName, deliveredQuantity } }: AddPhonesPanelProps) {
  const criteria: Criteria = { only: { orderId: id, purchased: 'MAIL_ONLY' } }
  const isOffered = useCreditSettings()?.some(({ key, isActive }) => key === 'CALL_READY' && isActive) ?? false
  const { data } = useQuery({
    ...buildLiveQuery(orderQuotes.quote, { body: { campaignType: 'CALL_READY', criteria, addPhones: true } }),
    enabled: isOffered,
  })
  if (!data || data.deliverable === 0) return null
  const button = { fullWidth: true, leftSection: <PhoneCall size={16} aria-hidden="true" /> }
  return (
    <Panel title="Phone numbers">
      <Text fz="sm" mb="sm" className="numbers">
        {formatOffer(data, deliveredQuantity)}
      </Text>
      {campaignId === undefined ? (
        <LinkButton
          to="/portal/orders/create"
          search={{ criteria, type: 'CALL_READY', addPhones: true, name: `Phones for ${orderName}` }}
          {...button}
        >
          Add phones to these leads
        </LinkButton>
      ) : (
        // A campaign has one type, so the phones need one of their own.
        <LinkButton to="/portal/campaigns/create" search={{ phonesOf: id, orderName }} {...button}>
          Add phones to these leads
        </LinkButton>
      )}
    </Panel>
  )
}
