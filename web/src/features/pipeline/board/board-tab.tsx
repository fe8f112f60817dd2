import { type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { Box, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { KanbanSquare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type LeadLabels, toOptions, useLeadLabels } from '../../../entities/lead/labels/labels.data.ts'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'
import { formatOwner } from '../../../entities/lead/lead-labels.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { LoadFailure, NoResults, StateView } from '../../../ui/feedback/state-view.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { SelectFilter, TextFilter } from '../../../ui/table/filters/filters.tsx'
import { hideUndoToast, showUndoToast } from '../../../ui/toasts/undo-toast.tsx'
import { LeadDrawer } from '../lead/lead-drawer.tsx'
import type { OnPipelineStateChange, PipelineState } from '../pipeline-search.ts'
import { useBulkSelection } from '../select/use-bulk-selection.ts'
import { type BoardFilter, stageCountsQuery, useMoveLead, useOrderChoices } from './board.data.ts'
import classes from './board.module.css'
import { BoardColumns } from './board-columns.tsx'
import { stagesInOrder } from './board-rules.ts'
import { ExportMenu } from './export-menu.tsx'
import { useTaskDialog } from './use-task-dialog.tsx'

// Most visits select nothing.
const BulkBar = lazy(async () => ({ default: (await import('../select/bulk-bar.tsx')).BulkBar }))

type BoardTabProps = { state: PipelineState; onState: OnPipelineStateChange }

const noLeads = (
  <Panel flush>
    <StateView
      icon={KanbanSquare}
      title="No leads yet"
      text="Delivered leads start in New. Move them along as you work them."
      action={
        <LinkButton to="/portal/pipeline-builder" search={{ tab: 'flow' }}>
          Order leads
        </LinkButton>
      }
    />
  </Panel>
)

const taskOptions = [
  { value: 'TODAY', label: 'Due today' },
  { value: 'OVERDUE', label: 'Overdue' },
  { value: 'NONE', label: 'None' },
] as const

function BoardFilters({ state, onState, labels }: BoardTabProps & { labels: LeadLabels }) {
  const choices = useOrderChoices(state.order)
  return (
    <>
      <TextFilter
        type="search"
        w={{ base: '100%', sm: 280 }}
        aria-label="Search by owner or address..."
        placeholder="Search by owner or address..."
        maxLength={100}
        value={state.search}
        onFilter={(search) => onState({ search })}
      />
      {(choices.length > 0 || state.order) && (
        <SelectFilter label="Order" options={choices} value={state.order} onFilter={(order) => onState({ order })} />
      )}
      {(labels.tags.length > 0 || state.tag) && (
        <SelectFilter
          label="Tag"
          options={toOptions(labels.tags)}
          value={state.tag}
          onFilter={(tag) => onState({ tag })}
        />
      )}
      {(labels.assignees.length > 0 || state.assignee) && (
        <SelectFilter
          label="Assignee"
          options={[...toOptions(labels.assignees), { value: 'NONE', label: 'Nobody' }]}
          value={state.assignee}
          onFilter={(assignee) => onState({ assignee })}
        />
      )}
      <SelectFilter
        label="Next action"
        options={[...taskOptions]}
        value={state.task}
        onFilter={(chosen) => onState({ task: taskOptions.find(({ value }) => value === chosen)?.value })}
      />
    </>
  )
}

type StageSwitchProps = {
  stage: LeadStage
  counts: ReadonlyMap<LeadStage, number>
  onStage: (stage: LeadStage) => void
}

/** On a phone, one stage shows at a time. */
const StageSwitch = ({ stage, counts, onStage }: StageSwitchProps) => (
  <NativeSelect
    w="100%"
    aria-label="Stage"
    data={stagesInOrder.map((value) => ({
      value,
      label: `${leadStages.label(value)} (${formatNumber(counts.get(value) ?? 0)})`,
    }))}
    value={stage}
    onChange={({ currentTarget }) => {
      const chosen = stagesInOrder.find((one) => one === currentTarget.value)
      if (chosen) onStage(chosen)
    }}
  />
)

/** Moves leads, announces it, and offers an undo. */
function useLeadMoves() {
  const { mutateAsync } = useMoveLead()
  const [announcement, setAnnouncement] = useState('')
  const [move] = useState(() => async (lead: BoardLead, to: LeadStage) => {
    const about = `move ${toLeadKey(lead)}`
    const message = `${formatOwner(lead)} moved to ${leadStages.label(to)}`
    const isBack = `${formatOwner(lead)} is in ${leadStages.label(lead.stage)} again`
    const undo = () => {
      setAnnouncement(isBack)
      // The mutation shows a toast on failure.
      mutateAsync({ lead: { ...lead, stage: to }, to: lead.stage }).catch(() => setAnnouncement(message))
    }
    setAnnouncement(message)
    showUndoToast(message, undo, { topic: about, isSaid: true })
    try {
      await mutateAsync({ lead, to })
    } catch {
      hideUndoToast(about)
      setAnnouncement(isBack)
    }
  })
  return { move, news: announcement }
}

const noFilters = { order: undefined, search: undefined, tag: undefined, assignee: undefined, task: undefined }

export function BoardTab({ state, onState }: BoardTabProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const { order: orderId, tag, assignee, task } = state
  const filter: BoardFilter = { orderId, search: state.search || undefined, tag, assignee, task }
  const labels = useLeadLabels()
  const bulk = useBulkSelection()
  const { data, error, refetch } = useQuery(stageCountsQuery(filter))
  const moves = useLeadMoves()
  const tasks = useTaskDialog()
  const [dialog, openDialog] = useDialog(async () => (await import('../labels/labels-dialog.tsx')).LabelsDialog)
  const counts = new Map(data?.stages.map(({ stage, count }) => [stage, count]))
  const total = data && [...counts.values()].reduce((sum, count) => sum + count, 0)
  const isFiltered = Boolean(state.order || state.search || state.tag || state.assignee || state.task)
  const stage = state.stage ?? 'NEW'
  if (error && !data) return <LoadFailure what="Your leads" error={error} onRetry={() => void refetch()} />
  if (total === 0 && !isFiltered) return noLeads
  return (
    <>
      <div className={classes.filters}>
        <BoardFilters state={state} onState={onState} labels={labels} />
        {!isPhone && <Box flex={1} />}
        <ExportMenu filter={filter} />
        {isPhone && <StageSwitch stage={stage} counts={counts} onStage={(next) => onState({ stage: next })} />}
      </div>
      {total === 0 ? (
        <Panel flush>
          <NoResults onClear={() => onState(noFilters)} />
        </Panel>
      ) : (
        <BoardColumns
          stages={isPhone ? [stage] : stagesInOrder}
          filter={filter}
          counts={data && counts}
          onMove={(lead, to) => bulk.moveWith(lead, to) || void moves.move(lead, to)}
          onTask={tasks.openFor}
          selection={bulk.selection}
          labels={labels.byId}
        />
      )}
      {bulk.selection.selection.leads.size > 0 && (
        <Suspense>
          <BulkBar {...bulk} labels={labels} onManage={openDialog} onTask={tasks.openForAll} />
        </Suspense>
      )}
      {dialog({})}
      {tasks.element}
      <p className="visually-hidden" role="status">
        {moves.news}
      </p>
      <LeadDrawer
        id={state.lead}
        filter={filter}
        onMove={moves.move}
        onLead={(lead) => onState({ lead }, { replace: lead !== undefined })}
      />
    </>
  )
}
