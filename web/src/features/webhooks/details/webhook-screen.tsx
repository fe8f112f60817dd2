import type { PageResult } from '@dooryard/contract/api/paging'
import { webhookEventTypes } from '@dooryard/contract/integrations/webhook-events'
import { type WebhookAttempt, webhookLogDays } from '@dooryard/contract/integrations/webhooks'
import { Box, Button, Flex, Group, Stack, Title } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { OwnerCell } from '../../../entities/user/owner-cell.tsx'
import { isNotFoundError } from '../../../lib/api/errors.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { getRefetchInterval } from '../../../lib/live/attempt-refetch.ts'
import type { Scope } from '../../../lib/session/scope.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { useIsImpersonating } from '../../../lib/session/use-is-impersonating.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useLazyLoadWhen } from '../../../ui/hooks/hooks.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { DetailsScreen } from '../../../ui/layout/screens.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { attemptColumns } from '../log/attempt-columns.tsx'
import { explainDisabled, explainDisabledToAdmin, getSendingRefusal, shortenUrl } from '../webhook-labels.ts'
import { ImpersonationNotice, WebhookStatus } from '../webhook-parts.tsx'
import { attemptPage, type ListedWebhook, type LogState, webhookDetails } from '../webhooks.data.ts'
import { type WebhookAction, WebhookActions } from './webhook-actions.tsx'
import { HealthPanel, SecretPanel } from './webhook-panels.tsx'

type WebhookScreenProps = { state: LogState & { attempt?: string | undefined }; onState: OnTableStateChange }

const trail = [
  <Link key="webhooks" to="/portal/webhooks">
    Webhooks
  </Link>,
]

const EventList = ({ events }: Pick<ListedWebhook, 'events'>) => (
  <Flex component="ul" wrap="wrap" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
    {events.map((type) => (
      <li key={type} title={type}>
        <Tag tone="plain">{webhookEventTypes.label(type)}</Tag>
      </li>
    ))}
  </Flex>
)

const toFacts = ({ url, events, sendsTestEvents, waiting, failingSince, disabledAt, createdAt }: ListedWebhook) => [
  { label: 'URL', value: url },
  { label: 'Events', value: <EventList events={events} /> },
  { label: 'Test events', value: sendsTestEvents ? 'Sent' : 'Not sent' },
  { label: 'Waiting', value: formatNumber(waiting) },
  ...(failingSince ? [{ label: 'Failing since', value: <Instant at={failingSince} /> }] : []),
  ...(disabledAt ? [{ label: 'Disabled', value: <Instant at={disabledAt} /> }] : []),
  { label: 'Created', value: <Instant at={createdAt} /> },
]

const Panels = ({ webhook, isFixed }: { webhook: ListedWebhook; isFixed: boolean }) => (
  <Flex direction={{ base: 'column', md: 'row' }} gap="md">
    <Stack flex={{ md: 5 }} miw={0}>
      <HealthPanel health={webhook.health} />
      {'user' in webhook ? (
        <Panel title="Owner">
          <OwnerCell owner={webhook.user} />
        </Panel>
      ) : (
        <SecretPanel webhook={webhook} isFixed={isFixed} />
      )}
    </Stack>
    <Box display="grid" flex={{ md: 4 }} miw={0}>
      <Panel title="Details">
        <DescriptionList items={toFacts(webhook)} />
      </Panel>
    </Box>
  </Flex>
)

type WebhookContentProps = WebhookScreenProps & {
  webhook: ListedWebhook
  log: UseQueryResult<PageResult<WebhookAttempt>>
}

const ownerText = `Every attempt is listed here for ${webhookLogDays} days, with its request and the response. Send a test event to see one.`
const adminText = 'Every attempt is listed here with its response.'

function AttemptLog({ webhook, log, state, onState, onResend }: WebhookContentProps & { onResend: () => void }) {
  const { attempt, ...asked } = state
  const isOwn = !('user' in webhook)
  const close = () => onState({ attempt: undefined })
  const Drawer = useLazyLoadWhen(async () => (await import('../log/attempt-drawer.tsx')).AttemptDrawer, attempt, close)
  return (
    <Box component="section" mt="xs" miw={0} aria-labelledby="webhook-log">
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2} id="webhook-log">
          Log
        </Title>
        {isOwn && (
          <Button
            variant="default"
            size="xs"
            leftSection={<RotateCcw size={14} />}
            disabled={getSendingRefusal(webhook) !== undefined}
            onClick={onResend}
          >
            Resend failed events…
          </Button>
        )}
      </Group>
      <DataTable
        label="Attempts"
        columns={attemptColumns}
        result={log}
        state={asked}
        onState={onState}
        searchBy="event id"
        empty={{ icon: ScrollText, title: 'Nothing sent yet', text: isOwn ? ownerText : adminText }}
      />
      {Drawer && <Drawer id={attempt} webhook={webhook} onClose={close} />}
    </Box>
  )
}

function WebhookContent({ webhook, log, state, onState }: WebhookContentProps) {
  const isActing = useIsImpersonating()
  const [action, setAction] = useState<WebhookAction>()
  const close = () => setAction(undefined)
  const Dialogs = useLazyLoadWhen(
    async () => (await import('../edit/webhook-dialogs.tsx')).WebhookDialogs,
    action,
    close,
  )
  const disabled = 'user' in webhook ? explainDisabledToAdmin(webhook) : explainDisabled(webhook)
  return (
    <>
      <PageHeader
        heading={shortenUrl(webhook.url, 60)}
        title="Webhook"
        badge={<WebhookStatus webhook={webhook} />}
        trail={trail}
        lead={webhook.description}
        actions={<WebhookActions webhook={webhook} isFixed={isActing} onAction={setAction} />}
      />
      <Stack>
        <ImpersonationNotice />
        {disabled && <Notice tone="warn">{disabled}</Notice>}
        <Panels webhook={webhook} isFixed={isActing} />
        <AttemptLog webhook={webhook} log={log} state={state} onState={onState} onResend={() => setAction('resend')} />
      </Stack>
      {Dialogs && <Dialogs webhook={webhook} action={action} onClose={close} />}
    </>
  )
}

export function WebhookScreen({ scope, id, state, onState }: WebhookScreenProps & { scope: Scope; id: string }) {
  const { attempt: _, ...asked } = state
  // Refetched soon while an attempt is pending.
  const log = useQuery({
    ...attemptPage(scope, id, asked),
    refetchInterval: (query) =>
      !isNotFoundError(query.state.error) && getRefetchInterval(query.state.data?.items, getServerTime()),
  })
  const result = useQuery({
    ...webhookDetails(scope, id),
    refetchInterval: (query) =>
      !isNotFoundError(query.state.error) && getRefetchInterval(log.data?.items, getServerTime()),
  })
  return (
    <DetailsScreen<ListedWebhook>
      what="Webhook"
      result={result}
      trail={trail}
      backLink={{ to: '/portal/webhooks', label: 'Back to the webhooks' }}
    >
      {(webhook) => <WebhookContent webhook={webhook} log={log} state={state} onState={onState} />}
    </DetailsScreen>
  )
}
