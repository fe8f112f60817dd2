import { leadStages } from '@dooryard/contract/api/enums'
import { letterTemplates } from '@dooryard/contract/leads/letter-templates'
import { type Audience, defaultPeriodDays, mailings } from '@dooryard/contract/leads/letters'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import {
  suppressionListPageQuery,
  suppressionListsInput,
} from '../../../criteria/suppression-lists/suppression-lists.data.ts'
import { readChosenLeads } from '../../../entities/lead/chosen-leads.ts'
import { buildLiveQuery, buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { toCalendarDay } from '../../../lib/format/days.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { StateView } from '../../../ui/feedback/state-view.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { TwoColumns } from '../../../ui/layout/two-columns.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { lettersTrail } from '../templates/template-screen.tsx'
import { type Choice, ChoiceFields, parsePeriod } from './choice-fields.tsx'
import { allLeads, selectedLeads } from './lead-sources.data.ts'
import { CountsByReason } from './sent-tag.tsx'

type CreateMailingProps = { order: string | undefined; campaign: string | undefined; isSelection: boolean }

function toAudience({ source, stage, tag }: Choice): Audience {
  const [kind, id] = source.split(' ')
  return {
    ...(kind === 'order' && { orderId: id }),
    ...(kind === 'campaign' && { campaignId: id }),
    ...(kind === 'list' && { listId: id }),
    ...(kind === selectedLeads && { leads: readChosenLeads() }),
    ...(leadStages.values.some((one) => one === stage) && { stages: [leadStages.schema.parse(stage)] }),
    ...(tag && { tag }),
  }
}

const allLists = suppressionListPageQuery({ page: 1, ...suppressionListsInput.query })

function MailingForm({
  templates,
  order,
  campaign,
  isSelection,
}: CreateMailingProps & { templates: { id: string; name: string }[] }) {
  const navigate = useNavigate()
  const [sender, openSender] = useDialog(async () => (await import('../sender-dialog.tsx')).SenderDialog)
  const [choice, setChoice] = useState<Choice>({
    ...{ name: '', templateId: templates[0]?.id ?? '', stage: '', tag: '' },
    source: isSelection ? selectedLeads : order ? `order ${order}` : campaign ? `campaign ${campaign}` : allLeads,
    ...{
      periodDays: String(defaultPeriodDays),
      repeatScope: 'ANY',
      printOrder: 'ZIP',
      isSuppressing: true,
      isSent: false,
    },
  })
  const set = (change: Partial<Choice>) => setChoice((old) => ({ ...old, ...change }))
  const lists = useQuery(allLists)
  const saved = useQuery(buildQuery(letterTemplates.sender, {}))
  const { templateId, repeatScope, printOrder } = choice
  const query = {
    ...{ templateId, audience: toAudience(choice), periodDays: parsePeriod(choice.periodDays), repeatScope },
    suppressionListIds: choice.isSuppressing ? (lists.data?.items ?? []).map(({ id }) => id) : [],
  }
  const current = JSON.stringify(query)
  const [asked] = useDebouncedValue(current, 250)
  // What was just serialized.
  const counted = useQuery({
    ...buildLiveQuery(mailings.preview, { body: JSON.parse(asked) as typeof query }),
    enabled: lists.data !== undefined,
  })
  const create = useEndpointMutation(mailings.create, { refreshes: 'all', isIdempotent: true })
  const singleFlight = useSingleFlight()
  const [nameError, setNameError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (choice.name.trim() === '') return setNameError('Name is required')
    const body = {
      name: choice.name,
      ...query,
      printOrder,
      ...(choice.isSent && { sentOn: toCalendarDay(Date.now()) }),
    }
    singleFlight((release) =>
      create.mutate(
        { body },
        {
          onSuccess: ({ id, recipients }) => {
            showSuccessToast(`Mailing to ${pluralize(recipients, 'recipient')} created`)
            void navigate({ to: '/portal/letters', search: { mailing: id } })
          },
          onSettled: release,
        },
      ),
    )
  }
  const missing = [lists, saved].find(({ data }) => data === undefined)
  const recipients = counted.data?.recipients ?? 0
  const isReady = saved.data?.sender && recipients > 0 && asked === current && !counted.isPlaceholderData
  return (
    <form onSubmit={submit} noValidate>
      <TwoColumns widths="minmax(0, 3fr) minmax(0, 2fr)">
        <Panel>
          <Stack gap={16}>
            {create.error && <FailureNotice error={create.error} />}
            <ChoiceFields
              {...{ choice, templates, nameError }}
              hasLists={(lists.data?.items.length ?? 0) > 0}
              onChange={(change) => {
                set(change)
                if (change.name !== undefined) setNameError(undefined)
              }}
            />
          </Stack>
        </Panel>
        <aside>
          <Panel title="Recipients">
            <QueryContent
              what="The recipients"
              result={missing ? { ...missing, data: undefined } : counted}
              loading={120}
            >
              {(counts) => (
                <Stack gap={16} style={{ opacity: counted.isPlaceholderData ? 0.6 : 1 }} aria-live="polite">
                  <CountsByReason {...counts} />
                  {counts.unsent > 0 && (
                    <Notice tone="warn">
                      {pluralize(counts.unsent, 'recipient is', 'recipients are')} already in a mailing that is not
                      marked as sent.
                    </Notice>
                  )}
                  {counts.recipients === 0 && (
                    <Text c="dimmed">
                      {counts.leads === 0 ? 'No leads match.' : 'All of these leads are excluded.'} Choose others.
                    </Text>
                  )}
                  {saved.data && !saved.data.sender && (
                    <Notice tone="warn">
                      Add your return address first.{' '}
                      <Button variant="default" size="xs" mt={8} onClick={openSender}>
                        Return address
                      </Button>
                    </Notice>
                  )}
                  <Button type="submit" loading={create.isPending} disabled={!isReady}>
                    Create mailing
                  </Button>
                </Stack>
              )}
            </QueryContent>
          </Panel>
        </aside>
      </TwoColumns>
      {sender({})}
    </form>
  )
}

/** Chooses the leads and the template of a mailing, and says who is left out before anything is made. */
export function CreateMailing(props: CreateMailingProps) {
  const result = useQuery(buildQuery(letterTemplates.list, {}))
  return (
    <>
      <PageHeader heading="New mailing" title="New mailing" trail={lettersTrail} />
      <QueryContent what="Your templates" result={result} loading={<Skeleton height={480} radius="md" />}>
        {({ items }) =>
          items.length > 0 ? (
            <MailingForm templates={items} {...props} />
          ) : (
            <Panel>
              <StateView
                icon={FileText}
                title="Write a template first"
                text="Start from one of ours, or write your own."
                action={
                  <LinkButton to="/portal/letters" search={{ tab: 'templates' }}>
                    Templates
                  </LinkButton>
                }
              />
            </Panel>
          )
        }
      </QueryContent>
    </>
  )
}
