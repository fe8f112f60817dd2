import { campaignTypes } from '@dooryard/contract/api/enums'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import type { SingleLead } from '@dooryard/contract/orders/single-leads'
import { Group, Paper, Text } from '@mantine/core'
import { formatCityLine } from '../../lib/format/address.ts'
import { formatDay, toReadableCase } from '../../lib/format/format.ts'
import { canAccess } from '../../lib/navigation/portal-access.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { toOrderTarget } from '../order/order-target.ts'
import { LeadContacts } from './lead-contacts.tsx'
import { toLeadKey } from './lead-key.ts'
import { formatPurchase } from './single-lead-labels.ts'

const formatMailing = ({ mailingAddress, mailingCity: city, mailingState: state, mailingZip: zip }: BoardLead) =>
  mailingAddress && [toReadableCase(mailingAddress), formatCityLine({ city, state, zip })].join(', ')

/** Until when the numbers may be called, or that they have to be checked again. */
function CallableUntil({ lead }: { lead: BoardLead }) {
  const { callableUntil } = lead
  if (!callableUntil) return null
  if (Date.parse(callableUntil) > Date.now())
    return (
      <Text fz={13} lh="20px" mt={8}>
        Callable until {formatDay(callableUntil)}
      </Text>
    )
  return (
    <Group gap={8} mt={8}>
      <Text fz={13} lh="20px">
        Not callable since {formatDay(callableUntil)}: the numbers have to be checked again, which is free.
      </Text>
      <LinkButton size="xs" variant="default" {...toOrderTarget(lead)}>
        Check again
      </LinkButton>
    </Group>
  )
}

type DeliveredLeadProps = Pick<SingleLead, 'purchasedAt'> & { lead: BoardLead }

/** A lead that was delivered: its owner, mailing address and numbers, as of the delivery. */
export function DeliveredLead({ lead, purchasedAt }: DeliveredLeadProps) {
  const { role } = useUser()
  const { ownerName, contacts = [] } = lead
  const mailing = formatMailing(lead)
  return (
    <Paper withBorder p={14} component="section" aria-label="Purchased lead">
      <Text fz={12} lh="18px" c="dimmed">
        {formatPurchase({ purchasedAt, lead })} · {campaignTypes.label(lead.campaignType)}
      </Text>
      <Text fw={600} mt={4}>
        {ownerName ? toReadableCase(ownerName) : 'Unknown owner'}
      </Text>
      {mailing && (
        <Text fz={13} lh="20px" mb={10}>
          {mailing}
        </Text>
      )}
      {contacts.length > 0 && <LeadContacts contacts={contacts} />}
      <CallableUntil lead={lead} />
      <Group gap={8} mt={12}>
        {canAccess(role, '/portal/pipeline-builder') && (
          <LinkButton
            size="xs"
            variant="default"
            to="/portal/pipeline-builder"
            search={{ tab: 'board', lead: toLeadKey(lead) }}
          >
            Open lead
          </LinkButton>
        )}
        <LinkButton size="xs" variant="default" {...toOrderTarget(lead)}>
          Open the order
        </LinkButton>
      </Group>
    </Paper>
  )
}
