import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { orderQuotes, type PreviewLead } from '@dooryard/contract/orders/quote/order-quote'
import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDeedDay } from '../../../criteria/deeds/deed-labels.ts'
import { MaskedText } from '../../../criteria/owners/masked-text.tsx'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { formatDollars, pluralize, toReadableCase } from '../../../lib/format/format.ts'
import { type Delivery, toAddPhones } from '../../../lib/order/delivery.ts'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../../ui/table/stats-table.tsx'

type OrderPreviewProps = {
  campaignType: CampaignType
  criteria: Criteria
  delivery: Delivery
  /** Whether to include leads purchased for mail, whose phones are added. */
  addPhones: boolean
  /** Whether more urgent answers are there. */
  isWanted: boolean
}

/** The city before the state, which is written in capitals like the whole address. */
const mailingCity = /(?<=, )[^,]+(?=, [A-Z]{2}\b)/

const PreviewRow = ({ lead }: { lead: PreviewLead }) => (
  <tr>
    <th scope="row" style={{ minWidth: 150, paddingBlock: 6 }}>
      <TextWithDescription first={formatStreetLine(lead)} second={formatCityLine(lead)} />
    </th>
    <td data-texts style={{ minWidth: 200, paddingBlock: 6, whiteSpace: 'normal' }}>
      <TextWithDescription
        first={<MaskedText what="Owner" text={lead.maskedOwner} />}
        second={lead.maskedMailing?.replace(mailingCity, toReadableCase)}
      />
    </td>
    <td>{formatDollars(lead.estimatedValue)}</td>
    <td>{formatDeedDay(lead.lastSaleDate, lead.isLastSaleMonthOnly)}</td>
    <td>{lead.signals.length}</td>
  </tr>
)

type PreviewTableProps = { campaignType: CampaignType; leads: readonly PreviewLead[]; isStale: boolean }

function PreviewTable({ campaignType, leads, isStale }: PreviewTableProps) {
  if (leads.length === 0) return null
  const title = leads.length === 1 ? 'The lead' : `The first ${pluralize(leads.length, 'lead')}`
  return (
    <Box opacity={isStale ? 0.6 : undefined} aria-busy={isStale}>
      <Text fz="sm" fw={500}>
        {title}
      </Text>
      <Text fz="xs" c="dimmed" mb={4}>
        Owners are shown in full once the order is delivered.
        {campaignType === 'CALL_READY' && ' Leads without a callable number are replaced by the next.'}
      </Text>
      <ScrollRegion label={title}>
        <StatsTable
          label={title}
          headers={['Property', { label: 'Owner', holds: 'texts' }, 'Est. value', 'Last sale', 'Lead indicators']}
        >
          {leads.map((lead) => (
            <PreviewRow key={lead.propertyId} lead={lead} />
          ))}
        </StatsTable>
      </ScrollRegion>
    </Box>
  )
}

/** The first leads that the order would deliver, with masked owners. */
export function OrderPreview({ campaignType, criteria, delivery, addPhones, isWanted }: OrderPreviewProps) {
  const preview = useQuery({
    ...buildLiveQuery(orderQuotes.preview, {
      body: { campaignType, criteria, ...delivery, ...toAddPhones(addPhones, campaignType) },
    }),
    enabled: isWanted,
  })
  return (
    <QueryContent what="The preview" result={preview} loading={240}>
      {({ leads }) => <PreviewTable {...{ campaignType, leads }} isStale={preview.isPlaceholderData} />}
    </QueryContent>
  )
}
