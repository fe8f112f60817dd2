import type { InternalStatus } from '@dooryard/contract/orders/order'
import type { LeadOffer, SingleLead } from '@dooryard/contract/orders/single-leads'
import { Button, Group, Paper, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Coins, Mail, Phone } from 'lucide-react'
import { ApiError, getErrorMessage } from '../../lib/api/errors.ts'
import { pluralize } from '../../lib/format/format.ts'
import { orderStepLabels } from '../../lib/labels/order-labels.ts'
import { currentUserQuery } from '../../lib/session/current-user-query.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { DeliveredLead } from './delivered-lead.tsx'
import { useOrderSingleLead, useSingleLead, useSingleLeadCall } from './single-lead.data.ts'
import { formatFailure, formatOffer, sortOffers } from './single-lead-labels.ts'

/**
 * What the user has of the lead of a property, and buttons that get the rest in place. Users who order in campaigns see
 * only what they have; administrators, who order nothing, see nothing.
 */
export function SingleLeadPanel({ propertyId }: { propertyId: string }) {
  if (useUser().role === 'SUPER_ADMIN') return null
  return <Panel key={propertyId} propertyId={propertyId} />
}

function Panel({ propertyId }: { propertyId: string }) {
  const { data, error, refetch, isInProgress } = useSingleLead(propertyId)
  const call = useSingleLeadCall(propertyId)
  const ordersSingleLeads = useUser().role === 'CONSUMER_USER'
  if (!data && error)
    return (
      <Notice tone="bad">
        This lead could not be loaded. {getErrorMessage(error)}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          Try Again
        </Button>
      </Notice>
    )
  if (!data?.lead && !ordersSingleLeads) return null
  if (!data) return <Skeleton height={36} width={200} role="status" aria-label="Loading the lead" />
  const failure = formatFailure(data)
  return (
    <Stack gap={12} aria-live="polite">
      {data.lead && <DeliveredLead {...data} lead={data.lead} />}
      {isInProgress ? (
        <InProgress order={data.order} />
      ) : (
        <>
          {failure && <Notice tone="warn">{failure}</Notice>}
          {call?.error && data.offers.length > 0 && <CallFailure error={call.error} />}
          <Offers propertyId={propertyId} offers={data.offers} pending={call?.pending} />
          {!data.lead && data.offers.length === 0 && (
            <Text fz={13} c="dimmed">
              Orders are switched off at the moment.
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}

const isRefused = (error: Error) => error instanceof ApiError && error.code === 'UNPROCESSABLE'

const isInsufficient = (error: Error) => error instanceof ApiError && error.code === 'INSUFFICIENT_CREDITS'

/** Too few credits are not said twice: the button to buy them says it. */
const CallFailure = ({ error }: { error: Error }) =>
  !isInsufficient(error) && (
    <Notice tone="bad">
      {getErrorMessage(error)}
      {isRefused(error) && ' Nothing was charged.'}
    </Notice>
  )

const steps: InternalStatus[] = ['QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING']

function InProgress({ order }: Pick<SingleLead, 'order'>) {
  if (!order) return null
  const at = steps.indexOf(order.internalStatus)
  const label = orderStepLabels[order.internalStatus]
  return (
    <Paper withBorder p={12} role="status">
      <Text fz={13} fw={550} mb={8}>
        {label}…
      </Text>
      <Progress value={((at + 1) / (steps.length + 1)) * 100} animated aria-label={label} />
    </Paper>
  )
}

type OffersProps = { propertyId: string; offers: LeadOffer[]; pending: LeadOffer | undefined }

function Offers({ propertyId, offers, pending }: OffersProps) {
  const { data } = useQuery(currentUserQuery())
  const order = useOrderSingleLead(propertyId)
  const spendable = data && data.balance.subscriptionCredits + data.balance.onDemandCredits
  const isCovered = ({ credits }: LeadOffer) => spendable === undefined || credits <= spendable
  const shown = sortOffers(offers)
  const [tooDear] = shown.filter((offer) => !isCovered(offer))
  if (shown.length === 0) return null
  return (
    <Stack gap={6}>
      <Group gap={8}>
        {tooDear && <BuyCreditsButton need={tooDear.credits - (spendable ?? 0)} />}
        {shown.filter(isCovered).map((offer) => (
          <Button
            key={offer.campaignType}
            variant={offer === shown[0] ? 'filled' : 'default'}
            leftSection={offer.campaignType === 'CALL_READY' ? phoneIcon : mailIcon}
            loading={pending?.campaignType === offer.campaignType}
            disabled={pending !== undefined}
            onClick={() => !pending && order.mutate(offer)}
          >
            {formatOffer(offer)}
          </Button>
        ))}
      </Group>
      {tooDear && (
        <Text fz={12} lh="18px" c="dimmed">
          {formatOffer(tooDear)}: you have {pluralize(spendable ?? 0, 'credit')}.
        </Text>
      )}
    </Stack>
  )
}

const phoneIcon = <Phone size={16} aria-hidden="true" />
const mailIcon = <Mail size={16} aria-hidden="true" />

/** Leads back to this screen, with the lead open, once the credits are there. */
function BuyCreditsButton({ need }: { need: number }) {
  const back = useRouterState({ select: ({ location }) => location.href })
  return (
    <LinkButton to="/portal/settings/pay-as-you-go" search={{ need, back }} leftSection={coinsIcon}>
      Buy credits
    </LinkButton>
  )
}

const coinsIcon = <Coins size={16} aria-hidden="true" />
