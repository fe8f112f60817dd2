import { campaignTypes, type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import type { BoardLead, BoardLeadDetail } from '@dooryard/contract/orders/lead-board'
import { ActionIcon, Anchor, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { FindMatches } from '../../../entities/buyer/find-matches.tsx'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'
import { formatOwner } from '../../../entities/lead/lead-labels.ts'
import { LeadActivity, NoteForm } from '../../../entities/lead/notes/lead-activity.tsx'
import { leadDetailQuery } from '../../../entities/lead/notes/notes.data.ts'
import { LeadTasks } from '../../../entities/lead/tasks/lead-tasks.tsx'
import { PropertyPageLink } from '../../../entities/property/property-link.tsx'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { emptyValue, formatDay, formatDayAndTime, toReadableCase } from '../../../lib/format/format.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { NotFoundOrError } from '../../../ui/feedback/state-view.tsx'
import { DetailDrawer, DetailGroup } from '../../../ui/overlay/detail-drawer.tsx'
import { type BoardFilter, columnLeadsQuery } from '../board/board.data.ts'
import { listLeads, stagesInOrder } from '../board/board-rules.ts'
import { ContactLog } from './contact-log.tsx'
import { LabelFields } from './label-fields.tsx'

const formatMailing = ({ mailingAddress, mailingCity: city, mailingState: state, mailingZip: zip }: BoardLead) =>
  mailingAddress ? [toReadableCase(mailingAddress), formatCityLine({ city, state, zip })].join(', ') : emptyValue

const buildFacts = (lead: BoardLead) => [
  {
    label: 'Property',
    value: (
      <>
        <PropertyPageLink property={lead} />, {formatCityLine(lead)}
      </>
    ),
  },
  { label: 'Mailing address', value: formatMailing(lead) },
  {
    label: 'Order',
    value: (
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link to="/portal/orders/$orderId" params={{ orderId: lead.orderId }} {...props} />}
      >
        {lead.orderName}
      </Anchor>
    ),
  },
  { label: 'Campaign type', value: campaignTypes.label(lead.campaignType) },
  { label: 'Delivered', value: formatDay(lead.deliveredAt) },
]

type LeadStepsProps = { leadKey: string; stage: LeadStage; filter: BoardFilter; onLead: (key: string) => void }

/** Moves to the previous or next lead of the stage. */
function LeadSteps({ leadKey, stage, filter, onLead }: LeadStepsProps) {
  const column = useInfiniteQuery(columnLeadsQuery(stage, filter))
  const keys = listLeads(column.data).map(toLeadKey)
  const place = keys.indexOf(leadKey)
  if (place < 0) return null
  const before = keys[place - 1]
  const previous = keys[place + 1]
  const forward = async () => {
    if (previous) return onLead(previous)
    const { data } = await column.fetchNextPage()
    const next = listLeads(data).map(toLeadKey)[place + 1]
    if (next) onLead(next)
  }
  return (
    <Group gap={2} wrap="nowrap" flex="none">
      <ActionIcon
        aria-label="Previous lead"
        data-hint="Previous lead"
        disabled={!before}
        onClick={() => before && onLead(before)}
      >
        <ChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        aria-label="Next lead"
        data-hint="Next lead"
        disabled={!previous && !column.hasNextPage}
        loading={!previous && column.isFetchingNextPage}
        onClick={() => void forward()}
      >
        <ChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}

const LeadSkeleton = () => (
  <div role="status" aria-label="Loading the lead">
    <Skeleton height={24} width="60%" mb={8} />
    <Skeleton height={16} width="45%" mb={24} />
    <Skeleton height={56} mb={28} />
    <Skeleton height={150} mb={28} />
    <Skeleton height={90} />
  </div>
)

type MoveProps = { onMove: (lead: BoardLead, to: LeadStage) => void }

const LeadDetailBody = ({ leadKey, lead, onMove }: { leadKey: string; lead: BoardLeadDetail } & MoveProps) => (
  <>
    <NativeSelect
      label="Stage"
      description={`Since ${formatDayAndTime(lead.stagedAt)}`}
      data={leadStages.terms.map(({ value, label }) => ({ value, label }))}
      value={lead.stage}
      onChange={({ currentTarget }) => {
        const to = stagesInOrder.find((stage) => stage === currentTarget.value)
        if (to) onMove(lead, to)
      }}
    />
    <LabelFields lead={lead} />
    <DetailGroup title="Tasks">
      <LeadTasks key={leadKey} leadKey={leadKey} tasks={lead.tasks} about={formatOwner(lead)} />
    </DetailGroup>
    {lead.contacts && lead.contacts.length > 0 && (
      <DetailGroup title="Contacts">
        <ContactLog leadKey={leadKey} lead={lead} />
      </DetailGroup>
    )}
    <DetailGroup title="Activity">
      <NoteForm key={leadKey} leadKey={leadKey} />
      <LeadActivity leadKey={leadKey} activity={lead.activity} />
    </DetailGroup>
    <DetailGroup title="Lead">
      <DescriptionList items={buildFacts(lead)} />
      <LinkButton
        variant="default"
        size="xs"
        mt={12}
        to="/portal/lead-finder"
        search={{ criteria: { only: { propertyIds: [lead.propertyId] } }, property: lead.propertyId }}
      >
        Open in Lead Finder
      </LinkButton>
    </DetailGroup>
    <DetailGroup title="Buyers">
      <FindMatches key={leadKey} propertyId={lead.propertyId} />
    </DetailGroup>
  </>
)

type LeadDetailsProps = { filter: BoardFilter; onLead: (key: string | undefined) => void } & MoveProps

function LeadDetails({ leadKey, filter, onLead, onMove }: { leadKey: string } & LeadDetailsProps) {
  const { data, error, refetch } = useQuery(leadDetailQuery(leadKey))
  if (error && !data) return <NotFoundOrError what="The lead" error={error} onRetry={() => void refetch()} />
  if (!data) return <LeadSkeleton />
  return (
    <>
      <Group gap={12} mb={20} wrap="nowrap" align="flex-start" justify="space-between">
        <div>
          <h2>{formatOwner(data)}</h2>
          <Text mt={2} c="dimmed">
            {[formatStreetLine(data), formatCityLine(data)].join(', ')}
          </Text>
        </div>
        <LeadSteps leadKey={leadKey} stage={data.stage} filter={filter} onLead={onLead} />
      </Group>
      <LeadDetailBody leadKey={leadKey} lead={data} onMove={onMove} />
    </>
  )
}

export const LeadDrawer = ({ id, ...rest }: { id: string | undefined } & LeadDetailsProps) => (
  <DetailDrawer what="Lead" id={id} size={480} onClose={() => rest.onLead(undefined)}>
    {(shown) => <LeadDetails leadKey={shown} {...rest} />}
  </DetailDrawer>
)
