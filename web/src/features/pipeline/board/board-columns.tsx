import type { LeadStage } from '@dooryard/contract/api/enums'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { LeadLabels } from '../../../entities/lead/labels/labels.data.ts'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'
import { areSingleKeysOn } from '../../../ui/hooks/single-keys.ts'
import { selectByKey } from '../select/select-by-key.ts'
import { type LeadSelectionState, useStageSelection } from '../select/use-lead-selection.ts'
import { type BoardFilter, columnLeadsQuery } from './board.data.ts'
import classes from './board.module.css'
import { BoardColumn } from './board-column.tsx'
import { type Arrow, getAdjacentStage, getNeighbor, listLeads } from './board-rules.ts'
import { useCallMenu } from './call-menu.tsx'
import { useMoveMenu } from './move-menu.tsx'
import { DragAndDropContext, useLazyDragAndDrop } from './use-drag-and-drop.ts'

type BoardColumnsProps = {
  stages: readonly LeadStage[]
  filter: BoardFilter
  counts: ReadonlyMap<LeadStage, number> | undefined
  onMove: (lead: BoardLead, to: LeadStage) => void
  onTask: (lead: BoardLead) => void
  selection: LeadSelectionState
  labels: LeadLabels['byId']
}

const arrows: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] satisfies Arrow[]

/** Whether this letter was pressed alone, and such shortcuts are on. */
const isKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, letter: string) =>
  key.toLowerCase() === letter && !ctrlKey && !metaKey && !altKey && !shiftKey && areSingleKeysOn()

const isArrow = (key: string): key is Arrow => arrows.includes(key)

/**
 * The card at the keyboard cursor; `focusTarget` while the focus has to move there, with the stage for a card that is
 * moving.
 */
type ActiveCard = { key?: string; focusTarget?: { stage: LeadStage | undefined } }
type OnCall = (lead: BoardLead, card: HTMLElement) => void
type GoTo = (key: string, stage?: LeadStage) => void

function useActiveCard() {
  const [{ key, focusTarget }, setActive] = useState<ActiveCard>({})
  const focused = useCallback((key: string) => setActive({ key }), [])
  const goTo = useCallback<GoTo>((key, stage) => setActive({ key, focusTarget: { stage } }), [])
  useEffect(() => {
    if (!focusTarget) return
    // The next key press belongs to whatever has the focus then.
    const drop = () => setActive(({ focusTarget: _, ...active }) => active)
    window.addEventListener('pointerdown', drop)
    return () => window.removeEventListener('pointerdown', drop)
  }, [focusTarget])
  return { active: key, focusTarget, focused, goTo }
}

/**
 * Moves a lead and the focus with it or, if its new stage is not visible, to the neighboring lead. Also handles moves
 * by keyboard.
 */
function useMoveWithFocus(
  { stages, filter, onMove, onTask, selection }: BoardColumnsProps,
  goTo: GoTo,
  onCall: OnCall,
) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const lastKey = useRef('')
  const selectStage = useStageSelection(selection, filter)
  const getColumns = () =>
    stages.map((stage) => listLeads(cache.getQueryData(columnLeadsQuery(stage, filter).queryKey)))
  const getNext = (key: string, arrow: Arrow) =>
    getNeighbor(
      getColumns().map((leads) => leads.map(toLeadKey)),
      key,
      arrow,
    )
  const move = (lead: BoardLead, to: LeadStage) => {
    const key = toLeadKey(lead)
    const next = stages.includes(to) ? key : (getNext(key, 'ArrowDown') ?? getNext(key, 'ArrowUp'))
    onMove(lead, to)
    if (next) goTo(next, next === key ? to : undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const before = lastKey.current
    lastKey.current = event.key.toLowerCase()
    const card = event.target as HTMLElement // only a card itself, not a control in it
    const key = card.dataset['card']
    if (!key || event.altKey) return
    const columns = getColumns()
    const column = columns.find((leads) => leads.some((lead) => toLeadKey(lead) === key)) ?? []
    if (selectByKey(event, { column, key, selection, goTo, selectStage })) return event.preventDefault()
    const lead = column.find((one) => toLeadKey(one) === key)
    if (lead && isKey(event, 'n')) {
      event.preventDefault()
      return onTask(lead)
    }
    // G and C goes to another screen.
    if (lead && before !== 'g' && isKey(event, 'c')) {
      event.preventDefault()
      return onCall(lead, card)
    }
    if (event.ctrlKey || event.metaKey || (event.key !== 'Enter' && !isArrow(event.key))) return
    event.preventDefault()
    if (event.key === 'Enter') {
      void navigate({ to: '.', search: (old) => ({ ...old, lead: key }) as typeof old, resetScroll: false })
      return
    }
    if (!event.shiftKey) {
      const next = getNext(key, event.key)
      if (next) goTo(next)
      return
    }
    const steps = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
    const to = lead && steps && getAdjacentStage(lead.stage, steps)
    if (to) move(lead, to)
  }
  return { move, onKeyDown }
}

/** Marks a frame when it can scroll sideways: `data-before`, `data-after`. */
function useScrollEnds() {
  const frame = useRef<HTMLDivElement>(null)
  const board = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [outside, inside] = [frame.current, board.current]
    if (!outside || !inside) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = inside
      outside.toggleAttribute('data-before', scrollLeft > 1)
      outside.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const sizes = new ResizeObserver(update)
    sizes.observe(inside)
    inside.addEventListener('scroll', update, { passive: true })
    return () => {
      sizes.disconnect()
      inside.removeEventListener('scroll', update)
    }
  }, [])
  return { frame, board }
}

export function BoardColumns(props: BoardColumnsProps) {
  const { stages, filter, counts, onMove, onTask, selection, labels } = props
  const { active, focusTarget, focused, goTo } = useActiveCard()
  const dragging = useLazyDragAndDrop()
  const calls = useCallMenu()
  const { move, onKeyDown } = useMoveWithFocus(props, goTo, calls.open)
  const menu = useMoveMenu(move)
  const { frame, board } = useScrollEnds()
  return (
    <DragAndDropContext value={dragging}>
      <p id="board-keys" hidden>
        Arrow keys go to other leads, Space selects this one, Shift with up or down selects several, Shift with left or
        right moves to another stage, N sets the next action, C logs a call, Enter opens
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the cards in it */}
      <div ref={frame} className={classes.frame} onKeyDown={onKeyDown}>
        <div
          ref={board}
          className={classes.board}
          data-single={stages.length === 1 || undefined}
          data-selecting={selection.selection.leads.size > 0 || undefined}
        >
          {stages.map((stage) => (
            <BoardColumn
              key={stage}
              stage={stage}
              filter={filter}
              count={counts?.get(stage)}
              active={active}
              shouldFocus={focusTarget !== undefined && (focusTarget.stage ?? stage) === stage}
              onFocus={focused}
              onMove={onMove}
              onMenu={menu.open}
              onTask={onTask}
              onCall={calls.open}
              selection={selection}
              labels={labels}
            />
          ))}
        </div>
      </div>
      {menu.element}
      {calls.element}
    </DragAndDropContext>
  )
}
