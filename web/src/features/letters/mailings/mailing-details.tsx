import { letterKinds } from '@dooryard/contract/leads/letter-kinds'
import { type MailingDetail, type MailingRecipient, mailings } from '@dooryard/contract/leads/letters'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PropertyPageLink } from '../../../entities/property/property-link.tsx'
import { buildLiveQuery, buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { toCalendarDay } from '../../../lib/format/days.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { DayField } from '../../../ui/form/day-field.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { DetailsScreen } from '../../../ui/layout/screens.tsx'
import { TwoColumns } from '../../../ui/layout/two-columns.tsx'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { defineColumns, type OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { showUndoToast } from '../../../ui/toasts/undo-toast.tsx'
import type { LettersState } from '../letters-search.ts'
import { lettersTrail } from '../templates/template-screen.tsx'
import { FileButtons } from './file-buttons.tsx'
import { CountsByReason, SentTag } from './sent-tag.tsx'

const columns = defineColumns<MailingRecipient>([
  { id: 'position', header: 'No.', align: 'right', width: 72, cell: ({ position }) => position },
  { id: 'addressee', header: 'Name', card: 'title', share: 35, cell: ({ addressee }) => addressee },
  {
    id: 'address',
    header: 'Mailing address',
    share: 45,
    card: 'wide',
    cell: ({ street, city, state, zip }) => `${street}, ${city}, ${state} ${zip}`,
  },
  {
    id: 'property',
    header: 'Property',
    card: 'action',
    width: 120,
    cell: ({ propertyId }) => <PropertyPageLink property={{ propertyId, address: 'Open' }} />,
  },
])

const refreshes = [mailings.get, mailings.list, mailings.preview, leadBoard.get]

function SentPanel({ mailing }: { mailing: MailingDetail }) {
  const [day, setDay] = useState<string | undefined>(() => toCalendarDay(Date.now()))
  const change = useEndpointMutation(mailings.change, { refreshes, awaitsRefresh: true })
  const params = { id: mailing.id }
  const topic = `sent ${mailing.id}`
  const set = (sentOn: string | null) => change.mutate({ params, body: { sentOn } })
  const unmark = ({ name, sentOn }: MailingDetail) =>
    change.mutate(
      { params, body: { sentOn: null } },
      { onSuccess: () => showUndoToast(`“${name}” no longer marked as sent`, () => set(sentOn), { topic }) },
    )
  const mark = () =>
    change.mutate(
      { params, body: { sentOn: day ?? null } },
      { onSuccess: () => showUndoToast(`“${mailing.name}” marked as sent`, () => set(null), { topic }) },
    )
  return (
    <Panel title="Sent" aside={<SentTag sentOn={mailing.sentOn} />}>
      {mailing.sentOn ? (
        <Group justify="space-between">
          <Text c="dimmed">Its leads show it in their activity.</Text>
          <Button variant="default" loading={change.isPending} onClick={() => unmark(mailing)}>
            Mark as not sent
          </Button>
        </Group>
      ) : (
        <Group align="flex-end" gap={8}>
          <DayField label="Day" value={day} max={toCalendarDay(Date.now())} onDay={setDay} />
          <Button disabled={!day} loading={change.isPending} onClick={mark}>
            Mark as sent
          </Button>
        </Group>
      )}
    </Panel>
  )
}

function DeleteButton({ mailing }: { mailing: MailingDetail }) {
  const navigate = useNavigate()
  const remove = useEndpointMutation(mailings.remove, { refreshes: [mailings.list] })
  const ask = () =>
    openConfirmDialog({
      title: `Delete “${mailing.name}”?`,
      children: 'Its list of recipients is deleted. Nothing was marked as sent.',
      labels: { confirm: 'Delete', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        remove.mutate(
          { params: { id: mailing.id } },
          {
            onSuccess: () => {
              showSuccessToast(`“${mailing.name}” deleted`)
              void navigate({ to: '/portal/letters' })
            },
          },
        ),
    })
  return mailing.sentOn ? null : (
    <Button variant="default" loading={remove.isPending} onClick={ask}>
      Delete
    </Button>
  )
}

type MailingDetailsProps = { id: string; state: LettersState; onState: OnTableStateChange }

/** A mailing: its files, whether it was sent, and its recipients. */
export function MailingDetails({ id, state, onState }: MailingDetailsProps) {
  const { page, limit } = state
  const recipients = useQuery(buildLiveQuery(mailings.recipients, { params: { id }, query: { page, limit } }))
  return (
    <DetailsScreen
      what="Mailing"
      result={useQuery(buildQuery(mailings.get, { params: { id } }))}
      trail={lettersTrail}
      backLink={{ to: '/portal/letters', label: 'Back to letters' }}
    >
      {(mailing) => (
        <>
          <PageHeader
            heading={mailing.name}
            title={mailing.name}
            trail={lettersTrail}
            lead={`${letterKinds.label(mailing.kind)} “${mailing.templateName}”`}
            actions={<DeleteButton mailing={mailing} />}
          />
          <TwoColumns widths="minmax(0, 1fr) minmax(0, 1fr)">
            <Stack gap={16}>
              <Panel title="Print">
                <FileButtons mailing={mailing} />
              </Panel>
              <SentPanel mailing={mailing} />
            </Stack>
            <Panel title="Recipients">
              <CountsByReason {...mailing} />
            </Panel>
          </TwoColumns>
          <div style={{ marginTop: 16 }}>
            <DataTable
              label="Recipients"
              columns={columns}
              result={recipients}
              state={{ page, limit }}
              onState={onState}
              empty={{ title: 'No recipients' }}
            />
          </div>
        </>
      )}
    </DetailsScreen>
  )
}
