import type { BoardLead, BoardLeadDetail } from '@dooryard/contract/lead-board'
import { campaignTypes, type LeadStage, leadStages } from '@dooryard/contract/vocabularies'
import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { streetLine, townLine } from '../../lib/address.ts'
import { formatDay, formatDayAndTime, readable, unknown } from '../../lib/format.ts'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { type BoardFilter, leadDetail } from './board.data.ts'
import { stagesInOrder } from './board-rules.ts'
import { LeadActivity } from './lead-activity.tsx'
import { LeadContacts } from './lead-contacts.tsx'
import classes from './lead-drawer.module.css'
import { LeadSteps } from './lead-steps.tsx'
import { ownerOf } from './lead-words.ts'
import { NoteForm } from './note-form.tsx'

type Moves = { onMove: (lead: BoardLead, to: LeadStage) => void }
type Steps = { filter: BoardFilter; onLead: (key: string | undefined) => void }

const mailingOf = (lead: BoardLead) =>
  lead.mailingAddress
    ? [
        readable(lead.mailingAddress),
        townLine({ city: lead.mailingCity, state: lead.mailingState, zip: lead.mailingZip }),
      ].join(', ')
    : unknown

const factsOf = (lead: BoardLead) => [
  { label: 'Property', value: [streetLine(lead), townLine(lead)].join(', ') },
  { label: 'Mailing address', value: mailingOf(lead) },
  {
    label: 'Order',
    value: (
      <Link className={classes.link} to="/portal/orders/$orderId" params={{ orderId: lead.orderId }}>
        {lead.orderName}
      </Link>
    ),
  },
  { label: 'Type', value: campaignTypes.label(lead.campaignType) },
  { label: 'Delivered', value: formatDay(lead.deliveredAt) },
]

function StageField({ lead, onMove }: { lead: BoardLead } & Moves) {
  return (
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
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the lead">
      <Skeleton height={24} width="60%" mb={8} />
      <Skeleton height={16} width="45%" mb={24} />
      <Skeleton height={56} mb={28} />
      <Skeleton height={150} mb={28} />
      <Skeleton height={90} />
    </div>
  )
}

function Body({ leadKey, lead, onMove }: { leadKey: string; lead: BoardLeadDetail } & Moves) {
  return (
    <>
      <StageField lead={lead} onMove={onMove} />
      {lead.contacts && lead.contacts.length > 0 && (
        <DetailGroup title="Contacts">
          <LeadContacts contacts={lead.contacts} />
        </DetailGroup>
      )}
      <DetailGroup title="Notes and moves">
        <NoteForm key={leadKey} leadKey={leadKey} />
        <LeadActivity leadKey={leadKey} activity={lead.activity} />
      </DetailGroup>
      <DetailGroup title="Lead">
        <Facts facts={factsOf(lead)} />
        <div className={classes.ways}>
          <LinkButton
            variant="default"
            size="xs"
            to="/portal/lead-finder"
            search={{ criteria: { only: { propertyIds: [lead.propertyId] } }, property: lead.propertyId }}
          >
            Open in the lead finder
          </LinkButton>
        </div>
      </DetailGroup>
    </>
  )
}

function Details({ leadKey, filter, onLead, onMove }: { leadKey: string } & Steps & Moves) {
  const { data, error, refetch } = useQuery(leadDetail(leadKey))
  if (error && !data) return <MissingOrFailed what="The lead" error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <div className={classes.head}>
        <div>
          <h2>{ownerOf(data)}</h2>
          <p className={classes.town}>{[streetLine(data), townLine(data)].join(', ')}</p>
        </div>
        <LeadSteps leadKey={leadKey} stage={data.stage} filter={filter} onLead={onLead} />
      </div>
      <Body leadKey={leadKey} lead={data} onMove={onMove} />
    </>
  )
}

/** Everything known of one lead, and all that happened to it. */
export function LeadDrawer({ id, ...rest }: { id: string | undefined } & Steps & Moves) {
  return (
    <DetailDrawer what="Lead" id={id} size={480} onClose={() => rest.onLead(undefined)}>
      {(shown) => <Details leadKey={shown} {...rest} />}
    </DetailDrawer>
  )
}
