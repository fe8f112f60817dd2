import { type Operations, operations } from '@dooryard/contract/admin/operations'
import { Group, List, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useMemo } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, formatTime, pluralize } from '../../lib/format/format.ts'
import { AnchorLink } from '../../ui/display/links.tsx'
import { StatTiles } from '../../ui/display/stats.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { LinkTabs } from '../../ui/layout/link-tabs.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { openConfirmDialog } from '../../ui/shell/confirmations.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { ErrorsTab } from './errors/errors-tab.tsx'
import { buildJobColumns, jobsHeadingId, RetryButton } from './job-columns.tsx'
import { jobPageQuery, operationsQuery, retryOptions } from './operations.data.ts'
import { OperationsPanels } from './operations-panels.tsx'
import type { OperationsSearch } from './operations-search.ts'

type OperationsProps = { state: OperationsSearch; onState: OnTableStateChange }

function Notices({ notices }: Operations) {
  if (notices.length === 0) return <Notice tone="good">All systems operational.</Notice>
  return (
    <Notice tone={notices.some(({ isGrave }) => isGrave) ? 'bad' : 'warn'}>
      <List listStyleType="none" spacing={4} fz="inherit" lh="inherit">
        {notices.map(({ kind, message }) => (
          <List.Item key={message} lh="inherit">
            {message}{' '}
            {kind === 'WEBHOOKS_FAILING' && (
              <AnchorLink c="inherit" to="/portal/webhooks">
                Open webhooks
              </AnchorLink>
            )}
          </List.Item>
        ))}
      </List>
    </Notice>
  )
}

const toStats = ({ failed, retrying, running, waiting }: Operations['jobs']) => [
  { label: 'Failed', value: formatNumber(failed), tone: failed > 0 ? ('bad' as const) : undefined },
  { label: 'Retrying', value: formatNumber(retrying) },
  { label: 'Running', value: formatNumber(running) },
  { label: 'Waiting', value: formatNumber(waiting) },
]

function RetryAll({ jobs }: Pick<Operations, 'jobs'>) {
  const retry = useEndpointMutation(operations.retryTask, retryOptions)
  const failed = jobs.byTask.filter((kind) => kind.failed > 0)
  if (failed.length === 0) return null
  const ask = ({ task, title, failed: count }: (typeof failed)[number]) =>
    openConfirmDialog({
      title: `Retry all failed: ${title}?`,
      children: `Retries ${pluralize(count, 'failed job')} now, with a full set of attempts.`,
      labels: { confirm: `Retry ${pluralize(count, 'job')}`, cancel: 'Cancel' },
      onConfirm: () =>
        retry.mutate(
          { body: { task } },
          { onSuccess: ({ retried }) => showSuccessToast(`Retrying ${pluralize(retried, 'job')}`) },
        ),
    })
  return (
    <Group gap="xs">
      {failed.map((kind) => (
        <RetryButton key={kind.task} size="xs" isPending={retry.isPending} onClick={() => ask(kind)}>
          Retry all failed: {kind.title} ({formatNumber(kind.failed)})
        </RetryButton>
      ))}
    </Group>
  )
}

function Jobs({ jobs, state, onState }: OperationsProps & Pick<Operations, 'jobs'>) {
  const columns = useMemo(() => buildJobColumns(jobs.byTask), [jobs.byTask])
  return (
    <Stack gap="sm">
      <Title order={2} id={jobsHeadingId} tabIndex={-1}>
        Jobs
      </Title>
      <StatTiles stats={toStats(jobs)} cols={{ base: 2, sm: 4 }} size="lg" />
      <RetryAll jobs={jobs} />
      <DataTable
        label="Jobs"
        columns={columns}
        result={useQuery(jobPageQuery(state))}
        state={state}
        onState={onState}
        empty={{
          icon: ListChecks,
          title: 'No jobs',
          text: 'Orders, imports and mails appear here until they finish.',
        }}
      />
    </Stack>
  )
}

const tabs = [
  { value: 'system', label: 'System' },
  { value: 'errors', label: 'Errors' },
] as const

const Header = ({ lead, tab }: { lead: string } & Pick<OperationsSearch, 'tab'>) => (
  <>
    <PageHeader heading="Operations" title="Operations" lead={lead} />
    <LinkTabs
      label="Operations"
      tabs={tabs}
      open={tab}
      linkTo={(value) => ({ to: '/portal/operations', search: { tab: value } })}
    />
  </>
)

function System({ state, onState }: OperationsProps) {
  const { data, error, refetch } = useQuery(operationsQuery())
  return (
    <>
      <Header
        tab="system"
        lead={data ? `As of ${formatTime(data.at)} · refreshes every 5 s` : 'System status and failed jobs.'}
      />
      {data ? (
        <Stack gap="lg">
          {error ? (
            <Notice tone="bad">
              No response from the server since {formatTime(data.at)}. {getErrorMessage(error)}
            </Notice>
          ) : (
            <Notices {...data} />
          )}
          <Jobs jobs={data.jobs} state={state} onState={onState} />
          <OperationsPanels operations={data} />
        </Stack>
      ) : error ? (
        <LoadFailure what="System status" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={520} radius="md" />
      )}
    </>
  )
}

export function OperationsScreen(props: OperationsProps) {
  if (props.state.tab === 'system') return <System {...props} />
  return (
    <>
      <Header tab="errors" lead="Unexpected errors in browsers, API calls and jobs. Kept for 30 days." />
      <ErrorsTab {...props} />
    </>
  )
}
