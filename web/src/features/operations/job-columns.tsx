import { type Job, type Operations, operations } from '@dooryard/contract/operations'
import { Button, type ButtonProps } from '@mantine/core'
import { formatDayAndTime, formatNumber, titleCase } from '../../lib/format.ts'
import { useCall } from '../../lib/use-call.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { AnchorLink } from '../../ui/display/links.tsx'
import { defineColumns, selectFilter } from '../../ui/table/columns.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { refreshedByRetry } from './operations.data.ts'

const tones = { WAITING: 'plain', RUNNING: 'good', RETRYING: 'warn', FAILED: 'bad' } as const

/** What a job is about: an order and a user lead to their screens, anything else is named. */
function About({ about }: Pick<Job, 'about'>) {
  if (!about) return null
  const { type, id } = about
  const name = `${titleCase(type)} ${id.slice(-12)}`
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
  /** Whether what it asks for is under way, or waits for another that is. */
  isPending: boolean
  'aria-label'?: string
  onClick: () => void
}

export const jobsHeadingId = 'jobs'

/** The heading over the jobs takes the focus of a button that goes: the keyboard would begin the page anew. */
const handOver = (button: HTMLElement | null) => () => {
  if (document.activeElement === button) document.getElementById(jobsHeadingId)?.focus()
}

/** Has jobs tried again, and keeps the focus for as long as it is there, which a disabled one would not. */
export const RetryButton = ({ isPending, onClick, ...props }: RetryButtonProps) => (
  <Button
    ref={handOver}
    variant="default"
    aria-disabled={isPending}
    data-disabled={isPending || undefined}
    onClick={() => !isPending && onClick()}
    {...props}
  />
)

function Retry({ id, title }: Job) {
  const retry = useCall(operations.retryJob, {
    ...refreshedByRetry,
    // The job may be done, and no longer shown, before that is said.
    onSuccess: () => toastDone(`${title}: tried again now`),
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

/** The columns of the jobs, of which those of some kinds can be looked for; one that runs can only be waited for. */
export const jobColumns = (tasks: Operations['jobs']['byTask']) =>
  defineColumns<Job>([
    {
      id: 'title',
      header: 'Job',
      card: 'title',
      share: 30,
      filter: {
        kind: 'select',
        key: 'task',
        label: 'Kind',
        options: tasks.map(({ task, title }) => ({ value: task, label: title })),
      },
      cell: ({ title, about }) => (
        <TwoLines first={<span title={title}>{title}</span>} second={<About about={about} />} />
      ),
    },
    {
      id: 'state',
      header: 'State',
      card: 'corner',
      filter: selectFilter('state', 'State', Object.keys(tones)),
      cell: ({ state }) => <Tag tone={tones[state]}>{titleCase(state)}</Tag>,
    },
    {
      id: 'attempts',
      header: 'Tries',
      align: 'right',
      cell: ({ attempts, maxAttempts }) => `${formatNumber(attempts)} of ${formatNumber(maxAttempts)}`,
    },
    { id: 'runAt', header: 'Due', cell: ({ runAt }) => formatDayAndTime(runAt) },
    { id: 'lastError', header: 'Last error', card: 'wide', share: 36, cell: ({ lastError }) => lastError ?? '' },
    {
      id: 'action',
      header: 'Action',
      card: 'action',
      width: 100,
      cell: (job) => job.state !== 'RUNNING' && <Retry {...job} />,
    },
  ])
