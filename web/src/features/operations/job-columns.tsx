import type { Job, Operations } from '@dooryard/contract/operations'
import { Link } from '@tanstack/react-router'
import { formatDayAndTime, formatNumber, titleCase } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { TwoLines } from '../../ui/display/facts.tsx'
import { type ColumnFilter, columnsOf } from '../../ui/table/columns.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useRetryJob } from './operations.data.ts'
import classes from './operations.module.css'
import { RetryButton } from './retry-button.tsx'

const column = columnsOf<Job>()

const tones = { WAITING: 'plain', RUNNING: 'good', RETRYING: 'warn', FAILED: 'bad' } as const

const stateFilter: ColumnFilter = {
  kind: 'select',
  key: 'state',
  label: 'State',
  options: Object.keys(tones).map((value) => ({ value, label: titleCase(value) })),
}

/** What a job is about: an order leads to its screen, anything else is named. */
function About({ about }: Pick<Job, 'about'>) {
  if (!about) return null
  if (about.type === 'order')
    return (
      <Link className={classes.link} to="/portal/orders/$orderId" params={{ orderId: about.id }}>
        Order {about.id.slice(-12)}
      </Link>
    )
  if (about.type === 'user')
    return (
      <Link className={classes.link} to="/portal/users" search={{ user: about.id }}>
        User {about.id.slice(-12)}
      </Link>
    )
  return `${titleCase(about.type)} ${about.id.slice(-12)}`
}

function Retry({ job: { id, title } }: { job: Job }) {
  const { mutate, isPending } = useRetryJob(() => toastDone(`${title}: tried again now`))
  return (
    <RetryButton
      size="compact-sm"
      isPending={isPending}
      aria-label={`Retry ${title}, job ${id}`}
      onClick={() => mutate(id)}
    >
      Retry
    </RetryButton>
  )
}

// Here once, like each of its cells: others would be drawn in their place, and the focus and a click under way be lost.
const others = column.columns([
  column.accessor('state', {
    header: 'State',
    meta: { card: 'corner', filter: stateFilter },
    cell: ({ getValue }) => <Tag tone={tones[getValue()]}>{titleCase(getValue())}</Tag>,
  }),
  column.accessor('attempts', {
    header: 'Tries',
    meta: { align: 'right' },
    cell: ({ row: { original } }) => `${formatNumber(original.attempts)} of ${formatNumber(original.maxAttempts)}`,
  }),
  column.accessor('runAt', { header: 'Due', cell: ({ getValue }) => formatDayAndTime(getValue()) }),
  column.accessor('lastError', {
    header: 'Last error',
    meta: { card: 'wide', share: 36 },
    cell: ({ getValue }) => getValue() ?? '',
  }),
  column.display({
    id: 'action',
    header: 'Action',
    meta: { card: 'action', width: 100 },
    cell: ({ row: { original } }) => original.state !== 'RUNNING' && <Retry job={original} />,
  }),
])

const Title = ({ row: { original } }: { row: { original: Job } }) => (
  <TwoLines first={original.title} second={<About about={original.about} />} />
)

/** The columns of the jobs, of which those of some kinds can be looked for; one that runs can only be waited for. */
export const jobColumns = (tasks: Operations['jobs']['byTask']) => {
  const options = tasks.map(({ task, title }) => ({ value: task, label: title }))
  const filter: ColumnFilter = { kind: 'select', key: 'task', label: 'Kind', options }
  const title = column.accessor('title', { header: 'Job', meta: { card: 'title', share: 30, filter }, cell: Title })
  return column.columns([title, ...others])
}
