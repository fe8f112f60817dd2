import { type Dataset, datasets } from '@dooryard/contract/data/datasets/datasets'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { refreshDependents } from '../../../entities/dataset/dataset.data.ts'
import { describeUnplacedFiles, formatSchedule, listUnplacedFiles } from '../../../entities/dataset/dataset-formats.ts'
import { FillList } from '../../../entities/dataset/fill-bars.tsx'
import { buildLiveQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useLazyLoadWhen } from '../../../ui/hooks/hooks.ts'
import { DetailGroup } from '../../../ui/overlay/detail-drawer.tsx'
import { formatLastResult, formatNextRefresh } from './dataset-formats.ts'
import { getPollInterval, useRefreshDependents } from './dataset-list.tsx'
import { EditSourceButton } from './edit-source-button.tsx'
import { VersionHistory } from './version-history.tsx'
import { WaitingQuestion } from './waiting-question.tsx'

const loadPlanDialog = async () => (await import('./plan-dialog.tsx')).PlanDialog
const loadRollBackDialog = async () => (await import('./roll-back-dialog.tsx')).RollBackDialog

/** The dialog on top of the drawer, which Escape closes first. */
export type DatasetDialog = 'PLAN' | 'ROLL_BACK'

type DialogState = { dialog: DatasetDialog | undefined; onDialog: (dialog: DatasetDialog | undefined) => void }

function DatasetDialogs({ dataset, dialog, onDialog }: DialogState & { dataset: Dataset }) {
  const close = () => onDialog(undefined)
  const PlanDialog = useLazyLoadWhen(loadPlanDialog, dialog === 'PLAN', close)
  const RollBackDialog = useLazyLoadWhen(loadRollBackDialog, dialog === 'ROLL_BACK', close)
  return (
    <>
      {PlanDialog && <PlanDialog dataset={dataset} opened={dialog === 'PLAN'} onClose={close} />}
      {RollBackDialog && <RollBackDialog dataset={dataset} opened={dialog === 'ROLL_BACK'} onClose={close} />}
    </>
  )
}

function RefreshFacts({ dataset }: { dataset: Dataset }) {
  const { refresh } = dataset
  if (!refresh) return null
  return (
    <DescriptionList
      items={[
        ...refresh.locations.map(({ file, location }) => ({
          label: dataset.sourceFiles.length === 1 ? 'Location' : `Location of ${file}`,
          value: <span style={{ overflowWrap: 'anywhere' }}>{location}</span>,
        })),
        ...listUnplacedFiles(dataset).map((file) => ({ label: `Location of ${file}`, value: 'Not set' })),
        { label: 'Schedule', value: formatSchedule(refresh.schedule) },
        {
          label: 'Next refresh',
          value: refresh.nextRunAt ? <Instant at={refresh.nextRunAt} /> : formatNextRefresh(refresh),
        },
        { label: 'Last refresh', value: <Instant at={refresh.lastRunAt} /> },
        { label: 'Last result', value: formatLastResult(dataset) ?? 'None yet' },
      ]}
    />
  )
}

function RefreshButtons({ dataset, onPlan }: { dataset: Dataset; onPlan: () => void }) {
  const { id, refresh, isRefreshing, waiting } = dataset
  const start = useEndpointMutation(datasets.refresh, { refreshes: refreshDependents })
  const stop = useEndpointMutation(datasets.stop, { refreshes: refreshDependents })
  const error = start.error ?? stop.error
  return (
    <>
      {error && <FailureNotice error={error} />}
      <Group gap={8}>
        {refresh && (
          <Button
            size="xs"
            variant={waiting ? 'default' : 'filled'}
            leftSection={<RefreshCw size={14} aria-hidden="true" />}
            loading={start.isPending || isRefreshing}
            onClick={() => start.mutate({ params: { id } })}
          >
            Refresh now
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onPlan}>
          {refresh ? 'Edit refresh' : 'Set up refresh'}
        </Button>
        {refresh && (
          <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate({ params: { id } })}>
            Stop refreshing
          </Button>
        )}
        {!waiting && <EditSourceButton dataset={dataset} />}
      </Group>
    </>
  )
}

/** How a dataset is kept fresh: what waits for a decision, its plan, how complete it is, and its versions. */
export function RefreshSection({ id, dialog, onDialog }: DialogState & { id: string }) {
  const { data: dataset } = useQuery({
    ...buildLiveQuery(datasets.get, { params: { id } }),
    refetchInterval: ({ state }) => getPollInterval(state.data && [state.data]),
  })
  useRefreshDependents(dataset && [dataset])
  if (!dataset || dataset.isGenerated) return null
  const { refresh, fills, waiting } = dataset
  const unplaced = listUnplacedFiles(dataset)
  return (
    <>
      <DetailGroup title="Refresh">
        <Stack gap={12}>
          <WaitingQuestion dataset={dataset} />
          {refresh?.pauseReason && (
            <Notice tone="info">
              The schedule is paused since the roll back, so that the same file does not come back. Edit and save it to
              resume.
            </Notice>
          )}
          {unplaced.length > 0 && <Notice tone="warn">{describeUnplacedFiles(unplaced)}</Notice>}
          {!waiting && unplaced.length === 0 && refresh?.lastMessage && refresh.lastOutcome !== 'WAITING' && (
            <Notice tone={refresh.lastOutcome === 'FAILED' ? 'bad' : 'info'}>{refresh.lastMessage}</Notice>
          )}
          <RefreshFacts dataset={dataset} />
          <RefreshButtons dataset={dataset} onPlan={() => onDialog('PLAN')} />
        </Stack>
      </DetailGroup>
      {fills.length > 0 && (
        <DetailGroup title="Filled">
          <FillList fills={fills} />
        </DetailGroup>
      )}
      <VersionHistory dataset={dataset} onRollBack={() => onDialog('ROLL_BACK')} />
      <DatasetDialogs dataset={dataset} dialog={dialog} onDialog={onDialog} />
    </>
  )
}
