import { type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { Group, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { KanbanSquare } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../../lib/format/format.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { LoadFailure, NoResults, StateView } from '../../../ui/feedback/state-view.tsx'
import { SelectFilter, TextFilter } from '../../../ui/table/filters/filters.tsx'
import { hideUndoToast, showUndoToast } from '../../../ui/toasts/undo-toast.tsx'
import { LeadDrawer } from '../lead/lead-drawer.tsx'
import { formatOwner } from '../lead/lead-labels.ts'
import type { OnPipelineStateChange, PipelineState } from '../pipeline-search.ts'
import { type BoardFilter, stageCountsQuery, useMoveLead, useOrderChoices } from './board.data.ts'
import { BoardColumns } from './board-columns.tsx'
import { stagesInOrder, toLeadKey } from './board-rules.ts'

type BoardTabProps = { state: PipelineState; onState: OnPipelineStateChange }

const noLeads = (
  <Panel flush>
    <StateView
      icon={KanbanSquare}
      title="Your leads come here"
      text="Every lead that an order delivers starts in New. Move it along as you write, call and negotiate."
      action={
        <LinkButton to="/portal/pipeline-builder" search={{ tab: 'flow' }}>
          Order leads
        </LinkButton>
      }
    />
  </Panel>
)

function BoardFilters({ state, onState }: BoardTabProps) {
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

export function BoardTab({ state, onState }: BoardTabProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const filter: BoardFilter = { orderId: state.order, search: state.search || undefined }
  const { data, error, refetch } = useQuery(stageCountsQuery(filter))
  const moves = useLeadMoves()
  const counts = new Map(data?.stages.map(({ stage, count }) => [stage, count]))
  const total = data && [...counts.values()].reduce((sum, count) => sum + count, 0)
  const isFiltered = Boolean(state.order || state.search)
  const stage = state.stage ?? 'NEW'
  if (error && !data) return <LoadFailure what="Your leads" error={error} onRetry={() => void refetch()} />
  if (total === 0 && !isFiltered) return noLeads
  return (
    <>
      <Group gap={8} mb={12}>
        <BoardFilters state={state} onState={onState} />
        {isPhone && <StageSwitch stage={stage} counts={counts} onStage={(next) => onState({ stage: next })} />}
      </Group>
      {total === 0 ? (
        <Panel flush>
          <NoResults onClear={() => onState({ order: undefined, search: undefined })} />
        </Panel>
      ) : (
        <BoardColumns
          stages={isPhone ? [stage] : stagesInOrder}
          filter={filter}
          counts={data && counts}
          onMove={moves.move}
        />
      )}
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
