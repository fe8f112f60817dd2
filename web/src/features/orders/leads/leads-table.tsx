import { type CampaignType, type LeadStage, leadStages, lineTypes } from '@dooryard/contract/api/enums'
import type { PageResult } from '@dooryard/contract/api/paging'
import type { Contact, Lead } from '@dooryard/contract/orders/leads'
import { Anchor, Flex, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import { useMemo } from 'react'
import type { OrderAccess, OwnOrderAccess } from '../../../entities/order/order-access.ts'
import type { LeadsState } from '../../../entities/order/order-search.ts'
import { PropertyPageLink } from '../../../entities/property/property-link.tsx'
import { api } from '../../../lib/api/api.ts'
import { buildLiveQuery, toQueryKey } from '../../../lib/api/query.ts'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { emptyValue, formatDay, formatNumber, formatPhone, toReadableCase } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { TextWithDescription } from '../../../ui/display/description-list.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { type Column, defineColumns, type OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { getResultTerm, getResultTone } from '../scrub/scrub-labels.ts'

const leadPageQuery = ({ calls, params }: OrderAccess, query: LeadsState) =>
  buildLiveQuery(calls.leads, { params, query })

/** Updates the stage of a lead optimistically, and reverts it if the server rejects it. */
function useChangeStage({ calls, params, orderId }: OwnOrderAccess, propertyId: string) {
  const cache = useQueryClient()
  const queryKey = toQueryKey(calls.leads)
  const isTheLead = (lead: Lead) => lead.propertyId === propertyId
  const show = (change: (lead: Lead) => Lead) =>
    cache.setQueriesData<PageResult<Lead>>(
      { queryKey },
      (page) => page && { ...page, items: page.items.map((lead) => (isTheLead(lead) ? change(lead) : lead)) },
    )
  return useMutation({
    // Runs one after the other, so that the last choice wins.
    scope: { id: `stage-${orderId}-${propertyId}` },
    mutationFn: ({ to }: { from: LeadStage; to: LeadStage }) =>
      api.call(calls.changeLead, { params: { ...params, propertyId }, body: { stage: to } }),
    onMutate: async ({ to }) => {
      await cache.cancelQueries({ queryKey })
      show((lead) => ({ ...lead, stage: to }))
    },
    onError: (_, { from, to }) => show((lead) => (lead.stage === to ? { ...lead, stage: from } : lead)),
    // A page without the lead may have been read before the change; a page with it stays stable while the user looks
    // at it.
    onSettled: () =>
      void cache.invalidateQueries({
        queryKey,
        predicate: ({ state }) => !(state.data as PageResult<Lead> | undefined)?.items.some(isTheLead),
      }),
  })
}

const ContactLink = ({ whiteSpace, ...props }: { href: string; whiteSpace: 'normal' | 'nowrap'; children: string }) => (
  <Anchor
    inherit
    display="inline-block"
    mih={24}
    fw={550}
    lh="24px"
    underline="hover"
    style={{ overflowWrap: 'anywhere', textUnderlineOffset: 3, whiteSpace }}
    {...props}
  />
)

function Phone({ contact }: { contact: Contact }) {
  const { value, lineType, scrub = 'NOT_SCRUBBED', source, asOf } = contact
  const { label, description } = getResultTerm(scrub)
  const mayCall = scrub === 'CLEAN'
  return (
    <Flex
      component="li"
      wrap="wrap"
      align="center"
      columnGap={8}
      title={`${description}. From ${source}, ${formatDay(asOf)}`}
    >
      {mayCall ? (
        <ContactLink href={`tel:+1${value}`} whiteSpace="nowrap">
          {formatPhone(value)}
        </ContactLink>
      ) : (
        <>
          <Text component="s" inherit td="line-through" c="dimmed">
            {formatPhone(value)}
          </Text>
          <span className="visually-hidden"> may not be called: </span>
        </>
      )}
      <Tag tone={getResultTone(scrub)}>{label}</Tag>
      {mayCall && lineType && lineType !== 'UNKNOWN' && (
        <Text span fz="xs" lh="22px" c="dimmed">
          {lineTypes.label(lineType)}
        </Text>
      )}
    </Flex>
  )
}

/** The contacts of an owner. A number that may not be called shows why, and is no link. */
function ContactsCell({ contacts }: { contacts: Contact[] }) {
  if (contacts.length === 0) return emptyValue
  return (
    <PlainList gap={2} py={6} lh="22px">
      {contacts.map((contact) =>
        contact.type === 'PHONE' ? (
          <Phone key={contact.value} contact={contact} />
        ) : (
          <li key={contact.value} title={`From ${contact.source}, ${formatDay(contact.asOf)}`}>
            <ContactLink href={`mailto:${contact.value}`} whiteSpace="normal">
              {contact.value}
            </ContactLink>
          </li>
        ),
      )}
    </PlainList>
  )
}

const stageOptions = leadStages.terms.map(({ value, label }) => ({ value, label }))

function StageSelect({ lead, access }: { lead: Lead; access: OwnOrderAccess }) {
  const change = useChangeStage(access, lead.propertyId)
  return (
    <NativeSelect
      size="xs"
      miw={120}
      aria-label={`Stage of ${lead.ownerName ? toReadableCase(lead.ownerName) : `lead ${lead.rank}`}`}
      data={stageOptions}
      value={lead.stage}
      onChange={({ currentTarget }) => {
        const to = leadStages.values.find((stage) => stage === currentTarget.value)
        if (to) change.mutate({ from: lead.stage, to })
      }}
    />
  )
}

const contactsColumn: Column<Lead> = {
  id: 'contacts',
  header: 'Contacts',
  card: 'wide',
  cell: ({ contacts = [] }) => <ContactsCell contacts={contacts} />,
}

const buildLeadColumns = (access: OrderAccess, campaignType: CampaignType) =>
  defineColumns<Lead>([
    { id: 'rank', header: '#', align: 'right', width: 56, card: 'none', cell: ({ rank }) => formatNumber(rank) },
    {
      id: 'ownerName',
      header: 'Owner',
      card: 'title',
      cell: ({ ownerName, isRepeat }) => (
        <TextWithDescription
          width={200}
          first={toReadableCase(ownerName)}
          second={isRepeat && 'Free: purchased before'}
        />
      ),
    },
    ...(campaignType === 'CALL_READY' ? [contactsColumn] : []),
    {
      id: 'mailing',
      header: 'Mailing address',
      cell: ({ mailingAddress, mailingCity, mailingState = '', mailingZip }) => (
        <TextWithDescription
          width={200}
          first={formatStreetLine({ address: mailingAddress })}
          second={formatCityLine({ city: mailingCity, state: mailingState, zip: mailingZip })}
        />
      ),
    },
    {
      id: 'address',
      header: 'Property',
      cell: (lead) => (
        <TextWithDescription width={200} first={<PropertyPageLink property={lead} />} second={formatCityLine(lead)} />
      ),
    },
    {
      id: 'stage',
      header: 'Stage',
      ...(access.scope === 'own' && { card: 'action' }),
      width: 150,
      filter: { kind: 'select', key: 'stage', label: 'Stage', options: stageOptions },
      cell: (lead) =>
        access.scope === 'own' ? <StageSelect lead={lead} access={access} /> : leadStages.label(lead.stage),
    },
  ])

type LeadsTableProps = {
  access: OrderAccess
  campaignType: CampaignType
  state: LeadsState
  onState: OnTableStateChange
}

/** The delivered leads as of the delivery, with the stage of each. */
export function LeadsTable({ access, campaignType, state, onState }: LeadsTableProps) {
  const result = useQuery(leadPageQuery(access, state))
  const columns = useMemo(() => buildLeadColumns(access, campaignType), [access, campaignType])
  return (
    <DataTable
      label="Leads"
      columns={columns}
      result={result}
      rowId={(lead) => lead.propertyId}
      state={state}
      onState={onState}
      empty={{
        icon: PackageX,
        title: 'This order delivered no leads',
        text: 'Nothing was charged for it. The timeline above says why; wider filters find more.',
      }}
    />
  )
}
