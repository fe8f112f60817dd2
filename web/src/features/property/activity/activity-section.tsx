import { campaignTypes, leadStages } from '@dooryard/contract/api/enums'
import { type CountyValues, compareValues, valueKinds } from '@dooryard/contract/leads/lead-changes'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import type { LeadDelivery } from '@dooryard/contract/orders/single-leads'
import { Box, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ListsOfProperty } from '../../../criteria/lists/lists-of-property.tsx'
import { LabelChip } from '../../../entities/lead/labels/label-chip.tsx'
import { useLeadLabels } from '../../../entities/lead/labels/labels.data.ts'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'
import { formatOwner } from '../../../entities/lead/lead-labels.ts'
import { LeadActivity, NoteForm } from '../../../entities/lead/notes/lead-activity.tsx'
import { leadDetailQuery } from '../../../entities/lead/notes/notes.data.ts'
import { useSingleLead } from '../../../entities/lead/single-lead.data.ts'
import { LeadTasks } from '../../../entities/lead/tasks/lead-tasks.tsx'
import { toOrderTarget } from '../../../entities/order/order-target.ts'
import { propertyDetailQuery } from '../../../entities/property/property.data.ts'
import { formatDay, formatDollars } from '../../../lib/format/format.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { AnchorLink } from '../../../ui/display/links.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { EmptyNote } from '../../../ui/feedback/state-view.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import classes from '../property.module.css'
import { PropertySection } from '../property-section.tsx'

type LeadStateProps = { lead: BoardLead; valuesAtDelivery: CountyValues | undefined }

function LeadState({ lead, valuesAtDelivery }: LeadStateProps) {
  const { byId } = useLeadLabels()
  const { data: property } = useQuery(propertyDetailQuery(lead.propertyId))
  const values = valuesAtDelivery && property && compareValues(valuesAtDelivery, property)
  const labels = [...lead.tagIds, lead.assigneeId].flatMap((id) => byId.get(id ?? '') ?? [])
  return (
    <DescriptionList
      items={[
        {
          label: 'Stage',
          value: (
            <>
              {leadStages.label(lead.stage)}, since <Instant at={lead.stagedAt} format={formatDay} />
            </>
          ),
        },
        values !== undefined &&
          values.before !== values.now && {
            label: valueKinds.label(values.kind),
            value: `${formatDollars(values.before)} at delivery, now ${formatDollars(values.now)}`,
          },
        labels.length > 0 && {
          label: 'Labels',
          value: (
            <Group gap={6}>
              {labels.map((label) => (
                <LabelChip key={label.id} label={label} />
              ))}
            </Group>
          ),
        },
      ]}
    />
  )
}

const Deliveries = ({ deliveries }: { deliveries: LeadDelivery[] }) => (
  <PlainList gap={6} fz="sm" lh="20px" className="numbers">
    {deliveries.map((delivery) => (
      <li key={delivery.orderId}>
        <AnchorLink {...toOrderTarget(delivery)}>{delivery.orderName}</AnchorLink>,{' '}
        {campaignTypes.label(delivery.campaignType)}, delivered <Instant at={delivery.deliveredAt} format={formatDay} />
      </li>
    ))}
  </PlainList>
)

function Lead({ lead, deliveries }: { lead: BoardLead; deliveries: LeadDelivery[] }) {
  const key = toLeadKey(lead)
  const detail = useQuery(leadDetailQuery(key))
  return (
    <div className={classes.columns}>
      <div>
        <Title order={3} mb={10}>
          Lead
        </Title>
        <LeadState lead={lead} valuesAtDelivery={detail.data?.valuesAtDelivery} />
        <Title order={3} mt={24} mb={10}>
          Orders
        </Title>
        <Deliveries deliveries={deliveries} />
      </div>
      <div>
        <Title order={3} mb={10}>
          Tasks
        </Title>
        <QueryContent what="The tasks" result={detail} loading={60}>
          {({ tasks }) => <LeadTasks key={key} leadKey={key} tasks={tasks} about={formatOwner(lead)} />}
        </QueryContent>
        <Title order={3} mt={24} mb={10}>
          Notes, calls, letters and stages
        </Title>
        <div className={classes.screenOnly}>
          <NoteForm key={key} leadKey={key} />
        </div>
        <QueryContent what="The activity" result={detail} loading={120}>
          {({ activity }) => <LeadActivity leadKey={key} activity={activity} />}
        </QueryContent>
      </div>
    </div>
  )
}

/** What the user has done with a property: its orders, and the stage, labels, tasks, notes and calls of its lead. */
export function ActivitySection({ propertyId }: { propertyId: string }) {
  const { data, error, refetch } = useSingleLead(propertyId)
  const isConsumer = useUser().role === 'CONSUMER_USER'
  return (
    <PropertySection id="activity" title="Activity">
      <Title order={3} mb={10}>
        Lists
      </Title>
      <Box mb={24} fz="sm">
        <ListsOfProperty propertyId={propertyId} />
      </Box>
      <QueryContent what="The activity" result={{ data, error, refetch }} loading={<Skeleton height={80} />}>
        {({ lead, deliveries }) =>
          lead ? (
            <Lead lead={lead} deliveries={deliveries} />
          ) : deliveries.length > 0 ? (
            <>
              <Text mb={12}>The property has been sold since your order. The present owner is a new lead.</Text>
              <Deliveries deliveries={deliveries} />
            </>
          ) : (
            <EmptyNote>
              {isConsumer
                ? 'You have not ordered this lead yet. Once you order it at the top of this page, its stage, tasks, notes and calls appear here.'
                : 'None of your orders has delivered this lead yet. Once an order of a campaign delivers it, its stage, tasks, notes and calls appear here.'}
            </EmptyNote>
          )
        }
      </QueryContent>
    </PropertySection>
  )
}
