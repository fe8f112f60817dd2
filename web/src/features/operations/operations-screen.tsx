import type { Operations } from '@dooryard/contract/operations'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sentenceFor } from '../../lib/errors.ts'
import { formatNumber, formatTime, plural } from '../../lib/format.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { JobsTable } from './jobs-table.tsx'
import { MachineryPanels } from './machinery-panels.tsx'
import { machinery, useRetryTask } from './operations.data.ts'
import classes from './operations.module.css'
import type { OperationsSearch } from './operations-search.ts'
import { jobsId, RetryButton } from './retry-button.tsx'

type OperationsProps = { state: OperationsSearch; onState: OnState }

function AtAGlance({ notices }: Pick<Operations, 'notices'>) {
  if (notices.length === 0) return <Notice tone="good">All is well: nothing needs looking after.</Notice>
  return (
    <Notice tone={notices.some(({ isGrave }) => isGrave) ? 'bad' : 'warn'}>
      <ul className={classes.sentences}>
        {notices.map(({ kind, message }) => (
          <li key={message}>
            {message}
            {kind === 'WEBHOOKS_FAILING' && (
              <>
                {' '}
                <Link to="/portal/webhooks">Look at them</Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const tiles = [
  ['failed', 'Failed for good'],
  ['retrying', 'To be tried again'],
  ['running', 'Running'],
  ['waiting', 'Waiting'],
] as const

function JobTiles({ jobs }: Pick<Operations, 'jobs'>) {
  return (
    <dl className={classes.tiles}>
      {tiles.map(([figure, label]) => (
        <div key={figure} className={classes.tile} data-bad={(figure === 'failed' && jobs.failed > 0) || undefined}>
          <dt>{label}</dt>
          <dd>{formatNumber(jobs[figure])}</dd>
        </div>
      ))}
    </dl>
  )
}

type Kind = Operations['jobs']['byTask'][number]

/** A button for each kind of job that failed for good. */
function RetryAll({ jobs }: Pick<Operations, 'jobs'>) {
  const retry = useRetryTask()
  const failed = jobs.byTask.filter((kind) => kind.failed > 0)
  if (failed.length === 0) return null
  const ask = ({ task, title, failed: count }: Kind) =>
    askFirst({
      title: `Retry all failed: ${title}?`,
      children: `Whatever gave up, ${plural(count, 'job')}, is tried again at once, with all attempts anew.`,
      labels: { confirm: `Retry ${plural(count, 'job')}`, cancel: 'Cancel' },
      onConfirm: () =>
        retry.mutate(task, { onSuccess: ({ retried }) => toastDone(`${plural(retried, 'job')} tried again now`) }),
    })
  return (
    <div className={classes.retries}>
      {failed.map((kind) => (
        <RetryButton key={kind.task} size="xs" isPending={retry.isPending} onClick={() => ask(kind)}>
          Retry all failed: {kind.title} ({formatNumber(kind.failed)})
        </RetryButton>
      ))}
    </div>
  )
}

/** How the machinery of the portal does, and the jobs that are not done. */
export function OperationsScreen({ state, onState }: OperationsProps) {
  const { data, error, refetch } = useQuery(machinery())
  return (
    <>
      <PageHeader
        heading="Operations"
        title="Operations"
        lead={data ? `As of ${formatTime(data.at)}; it looks again every five seconds.` : 'How the machinery does.'}
      />
      <div className={classes.page}>
        {data ? (
          <>
            {error ? (
              <Notice tone="bad">
                This is as of {formatTime(data.at)}: the server has not answered since. {sentenceFor(error)}
              </Notice>
            ) : (
              <AtAGlance notices={data.notices} />
            )}
            <div className={classes.jobs}>
              <h2 id={jobsId} tabIndex={-1} className={classes.title}>
                Jobs
              </h2>
              <JobTiles jobs={data.jobs} />
              <RetryAll jobs={data.jobs} />
              <JobsTable tasks={data.jobs.byTask} state={state} onState={onState} />
            </div>
            <MachineryPanels machinery={data} />
          </>
        ) : error ? (
          <LoadFailure what="The state of the machinery" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={520} radius="md" />
        )}
      </div>
    </>
  )
}
