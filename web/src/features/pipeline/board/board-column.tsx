import { type LeadStage, leadStages } from '@dooryard/contract/api/enums'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { LeadLabels } from '../../../entities/lead/labels/labels.data.ts'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { RetryButton } from '../retry-button.tsx'
import { getCoverage, isFullSelection } from '../select/selection-rules.ts'
import { type LeadSelectionState, useStageSelection } from '../select/use-lead-selection.ts'
import { type BoardFilter, columnLeadsQuery } from './board.data.ts'
import classes from './board.module.css'
import { listLeads } from './board-rules.ts'
import { LeadCard } from './lead-card.tsx'
import { useDropTarget } from './use-drag-and-drop.ts'

type BoardColumnProps = {
  stage: LeadStage
  filter: BoardFilter
  count: number | undefined
  /** The card that last had the focus, and whether to focus it again. */
  active: string | undefined
  shouldFocus: boolean
  onFocus: (key: string) => void
  onMove: (lead: BoardLead, to: LeadStage) => void
  onMenu: (lead: BoardLead, button: HTMLElement) => void
  onTask: (lead: BoardLead) => void
  onCall: (lead: BoardLead, button: HTMLElement) => void
  selection: LeadSelectionState
  labels: LeadLabels['byId']
}

const estimatedCardHeight = 112
const estimateCardHeight = () => estimatedCardHeight

/** Fetches the next page shortly before it scrolls into view. */
function useNextPages(column: ReturnType<typeof useInfiniteQuery>, lastSeen: number, loaded: number) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = column
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && lastSeen >= loaded - 10) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, lastSeen, loaded, fetchNextPage])
}

const ColumnFailure = ({ error, isFetching, onRetry }: { error: Error; isFetching: boolean; onRetry: () => void }) => (
  <Text component="div" role="alert" p={12} fz={13} ta="center">
    <Text inherit mb={8}>
      {getErrorMessage(error)}
    </Text>
    <RetryButton isFetching={isFetching} onRetry={onRetry} />
  </Text>
)

/** The leads of a stage; only visible ones are rendered. */
function Cards(props: Omit<BoardColumnProps, 'onMove' | 'count'>) {
  const { stage, filter, active, shouldFocus, onFocus, onMenu, onTask, onCall, selection, labels } = props
  const scroller = useRef<HTMLDivElement>(null)
  const column = useInfiniteQuery(columnLeadsQuery(stage, filter))
  const { data, error, isFetching, isPending, isPlaceholderData, refetch, fetchNextPage } = column
  const leads = useMemo(() => listLeads(data), [data])
  const cards = useVirtualizer({
    count: leads.length,
    getScrollElement: () => scroller.current,
    estimateSize: estimateCardHeight,
    getItemKey: (index) => (leads[index] ? toLeadKey(leads[index]) : index),
    overscan: 4,
    gap: 8,
  })
  const shown = cards.getVirtualItems()
  const { toggle, extend } = selection
  const select = useCallback(
    (lead: BoardLead, isRange: boolean) => (isRange ? extend(leads, lead) : toggle(lead)),
    [leads, extend, toggle],
  )
  useNextPages(column as ReturnType<typeof useInfiniteQuery>, shown.at(-1)?.index ?? 0, leads.length)
  const place = leads.findIndex((lead) => toLeadKey(lead) === active)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what scrolls is the same all along
  useEffect(() => {
    if (shouldFocus && place >= 0) cards.scrollToIndex(place)
  }, [shouldFocus, place])
  const tabStopKey = shown.some(({ key }) => key === active) ? active : shown[0]?.key
  if (error && !data) return <ColumnFailure error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  if (isPending)
    return (
      <Stack gap={8} px={6} role="status" aria-label="Loading leads">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} height={112} radius="md" />
        ))}
      </Stack>
    )
  return (
    <div ref={scroller} className={classes.scroller} data-stale={isPlaceholderData || undefined}>
      {leads.length === 0 && (
        <Text p="12px 4px" fz={13} c="dimmed" ta="center">
          No leads
        </Text>
      )}
      <ul style={{ height: cards.getTotalSize() }} aria-label={`Leads in ${leadStages.label(stage)}`}>
        {shown.map(({ key, index, start }) => {
          const lead = leads[index]
          return (
            lead && (
              <li
                key={key}
                ref={cards.measureElement}
                data-index={index}
                aria-setsize={data.pages[0]?.totalCount ?? -1}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <LeadCard
                  lead={lead}
                  isTabStop={key === tabStopKey}
                  shouldFocus={shouldFocus && key === active}
                  onFocus={onFocus}
                  onMenu={onMenu}
                  onTask={onTask}
                  onCall={onCall}
                  isSelected={selection.selection.leads.has(String(key))}
                  onSelect={select}
                  labels={labels}
                />
              </li>
            )
          )
        })}
      </ul>
      {error && <ColumnFailure error={error} isFetching={isFetching} onRetry={() => void fetchNextPage()} />}
    </div>
  )
}

type SelectColumnProps = Pick<BoardColumnProps, 'stage' | 'filter' | 'selection' | 'count'> & { label: string }

/** Selects the leads of a stage, or none of them. */
function SelectColumn({ stage, filter, label, count, selection: state }: SelectColumnProps) {
  const { data } = useInfiniteQuery({ ...columnLeadsQuery(stage, filter), enabled: false })
  const leads = listLeads(data)
  const coverage = getCoverage(state.selection, leads)
  const select = useStageSelection(state, filter)
  // Of more leads than one change can have, the first are selected: those that are loaded.
  const isPart = count !== undefined && leads.length < count
  return (
    <Checkbox
      size="xs"
      className={classes.selectAll}
      aria-label={`Select the leads in ${label}`}
      disabled={leads.length === 0}
      checked={coverage === 'ALL' && !isPart}
      indeterminate={coverage === 'SOME' || (coverage === 'ALL' && isPart)}
      onChange={() =>
        coverage === 'ALL' && (!isPart || isFullSelection(state.selection)) ? state.remove(leads) : void select(stage)
      }
    />
  )
}

export function BoardColumn({ onMove, count, ...props }: BoardColumnProps) {
  const { stage } = props
  const drop = useCallback((lead: BoardLead) => onMove(lead, stage), [onMove, stage])
  const [column, isOver] = useDropTarget(stage, drop)
  const label = leadStages.label(stage)
  return (
    <section
      ref={column}
      className={classes.column}
      data-stage={stage}
      data-over={isOver || undefined}
      data-empty={count === 0 || undefined}
      aria-label={label}
    >
      <Group component="header" className="numbers" gap={8} mih={40} p="4px 10px" wrap="nowrap" justify="space-between">
        <SelectColumn stage={stage} filter={props.filter} label={label} count={count} selection={props.selection} />
        <Title order={2} className={classes.columnTitle} mr="auto">
          {label}
        </Title>
        {count !== undefined && (
          <Text span fz={13} c="dimmed">
            {formatNumber(count)}
            <span className="visually-hidden"> {count === 1 ? 'lead' : 'leads'}</span>
          </Text>
        )}
      </Group>
      <Cards {...props} />
    </section>
  )
}
