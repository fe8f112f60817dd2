import { type Job, type Operations, operations } from '@dooryard/contract/admin/operations'
import { Button, type ButtonProps } from '@mantine/core'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, toTitleCase } from '../../lib/format/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { AnchorLink } from '../../ui/display/links.tsx'
import { buildSelectFilter, defineColumns } from '../../ui/table/columns.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { retryOptions } from './operations.data.ts'

const toneByState = { WAITING: 'plain', RUNNING: 'good', RETRYING: 'warn', FAILED: 'bad' } as const

/** The subject of a job: orders and users link to their screens, others show their name. */
function JobTopic({ about }: Pick<Job, 'about'>) {
  if (!about) return null
  const { type, id } = about
  const name = `${toTitleCase(type)} ${id.slice(-12)}`
  if (type === 'order')
    return (
      <AnchorLink underline="hover" fz="sm" to="/portal/orders/$orderId" params={{ orderId: id }}>
        {name}
      </AnchorLink>
    )
  if (type === 'user')
    return (
      <AnchorLink underline="hover" fz="sm" to="/portal/users" search={{ user: id }}>
        {name}
      </AnchorLink>
    )
  return name
}

type RetryButtonProps = Pick<ButtonProps, 'size' | 'children'> & {
  /** Whether its request is pending, or waits for another one. */
  isPending: boolean
  'aria-label'?: string
  onClick: () => void
}

export const jobsHeadingId = 'jobs'

/**
 * Moves the focus of a removed button to the heading above the jobs; otherwise the keyboard would start over at the
 * top of the page.
 */
const focusHeadingOnRemoval = (button: HTMLElement | null) => () => {
  if (document.activeElement === button) document.getElementById(jobsHeadingId)?.focus()
}

/** Retries jobs; unlike a disabled button, it keeps the focus. */
export const RetryButton = ({ isPending, onClick, ...props }: RetryButtonProps) => (
  <Button
    ref={focusHeadingOnRemoval}
    variant="default"
    aria-disabled={isPending}
    data-disabled={isPending || undefined}
    onClick={() => !isPending && onClick()}
    {...props}
  />
)

function RetryJob({ id, title }: Job) {
  const retry = useEndpointMutation(operations.retryJob, {
    ...retryOptions,
    // The job may be done and no longer listed before the toast shows.
    onSuccess: () => showSuccessToast(`Retrying ${title}`),
  })
  return (
    <RetryButton
      size="compact-sm"
      isPending={retry.isPending}
      aria-label={`Retry ${title}, job ${id}`}
      onClick={() => retry.mutate({ params: { id } })}
    >
      Retry
    </RetryButton>
  )
}

/** The columns of the jobs; the job type can be filtered. A running job cannot be retried. */
export const buildJobColumns = (tasks: Operations['jobs']['byTask']) =>
  defineColumns<Job>([
    {
      id: 'title',
      header: 'Job',
      card: 'title',
      share: 30,
      filter: {
        kind: 'select',
        key: 'task',
        label: 'Job type',
        options: tasks.map(({ task, title }) => ({ value: task, label: title })),
      },
      cell: ({ title, about }) => (
        <TextWithDescription first={<span title={title}>{title}</span>} second={<JobTopic about={about} />} />
      ),
    },
    {
      id: 'state',
      header: 'State',
      card: 'corner',
      filter: buildSelectFilter('state', 'State', Object.keys(toneByState)),
      cell: ({ state }) => <Tag tone={toneByState[state]}>{toTitleCase(state)}</Tag>,
    },
    {
      id: 'attempts',
      header: 'Attempts',
      align: 'right',
      cell: ({ attempts, maxAttempts }) => `${formatNumber(attempts)} of ${formatNumber(maxAttempts)}`,
    },
    { id: 'runAt', header: 'Due', cell: ({ runAt }) => <Instant at={runAt} /> },
    { id: 'lastError', header: 'Last error', card: 'wide', share: 36, cell: ({ lastError }) => lastError ?? '' },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 100,
      cell: (job) => job.state !== 'RUNNING' && <RetryJob {...job} />,
    },
  ])
