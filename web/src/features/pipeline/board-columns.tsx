import type { BoardLead } from '@dooryard/contract/lead-board'
import type { LeadStage } from '@dooryard/contract/vocabularies'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { type BoardFilter, columnLeads } from './board.data.ts'
import classes from './board.module.css'
import { BoardColumn } from './board-column.tsx'
import { keyOfLead, leadsOf, neighborOf, stageBeside } from './board-rules.ts'
import { useMoveMenu } from './move-menu.tsx'
import { DraggingContext, useLateDragging } from './use-dragging.ts'
import { useEnds } from './use-ends.ts'

type BoardColumnsProps = {
  stages: readonly LeadStage[]
  filter: BoardFilter
  counts: ReadonlyMap<LeadStage, number> | undefined
  onMove: (lead: BoardLead, to: LeadStage) => void
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const
const arrowOf = (key: string) => arrows.find((arrow) => arrow === key)

/** That the focus is to come to the active card; to one that is moving, once it is at its stage. */
type Wanted = { stage: LeadStage | undefined }
type GoTo = (key: string, stage?: LeadStage) => void

/** Which card the keys are at, and whether the focus is on its way to it. */
function useActiveCard() {
  const [active, setActive] = useState<string>()
  const [wanted, setWanted] = useState<Wanted>()
  const focused = useCallback((key: string) => {
    setActive(key)
    setWanted(undefined)
  }, [])
  const goTo = useCallback((key: string, stage?: LeadStage) => {
    setActive(key)
    setWanted({ stage })
  }, [])
  useEffect(() => {
    if (!wanted) return
    // Whatever is pressed next is meant for what has the focus then.
    const drop = () => setWanted(undefined)
    window.addEventListener('pointerdown', drop)
    return () => window.removeEventListener('pointerdown', drop)
  }, [wanted])
  return { active, wanted, focused, goTo }
}

/** Moves a lead, and the focus with it; where its new stage is not in sight, to the lead beside it. */
function useMoveWithFocus({ stages, filter, onMove }: BoardColumnsProps, goTo: GoTo) {
  const cache = useQueryClient()
  const columnsNow = () => stages.map((stage) => leadsOf(cache.getQueryData(columnLeads(stage, filter).queryKey)))
  const move = (lead: BoardLead, to: LeadStage) => {
    const key = keyOfLead(lead)
    const columns = columnsNow().map((leads) => leads.map(keyOfLead))
    const next = stages.includes(to)
      ? key
      : (neighborOf(columns, key, 'ArrowDown') ?? neighborOf(columns, key, 'ArrowUp'))
    onMove(lead, to)
    if (next) goTo(next, next === key ? to : undefined)
  }
  return { columnsNow, move }
}

type Mover = ReturnType<typeof useMoveWithFocus>

/** What the keys do on a card: go to another, take it to another stage, open it. */
function useBoardKeys({ columnsNow, move }: Mover, goTo: GoTo) {
  const navigate = useNavigate()
  return (event: KeyboardEvent<HTMLElement>) => {
    const card = event.target as HTMLElement // what has the focus is one
    const key = card.dataset['card']
    if (!key || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void navigate({ to: '.', search: (old) => ({ ...old, lead: key }) as typeof old, resetScroll: false })
      return
    }
    const arrow = arrowOf(event.key)
    if (!arrow) return
    event.preventDefault()
    const columns = columnsNow()
    if (!event.shiftKey) {
      const next = neighborOf(
        columns.map((leads) => leads.map(keyOfLead)),
        key,
        arrow,
      )
      if (next) goTo(next)
      return
    }
    const lead = columns.flat().find((one) => keyOfLead(one) === key)
    const to = lead && stageBeside(lead.stage, arrow === 'ArrowLeft' ? -1 : arrow === 'ArrowRight' ? 1 : Number.NaN)
    if (lead && to) move(lead, to)
  }
}

/** The stages beside each other. */
export function BoardColumns(props: BoardColumnsProps) {
  const { stages, filter, counts, onMove } = props
  const { active, wanted, focused, goTo } = useActiveCard()
  const dragging = useLateDragging()
  const mover = useMoveWithFocus(props, goTo)
  const keys = useBoardKeys(mover, goTo)
  const menu = useMoveMenu(mover.move)
  const { frame, board } = useEnds()
  return (
    <DraggingContext value={dragging}>
      <p id="board-keys" hidden>
        Arrow keys go to other leads, Shift with left or right moves this one to another stage, Enter opens it
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the cards in it */}
      <div ref={frame} className={classes.frame} onKeyDown={keys}>
        <div ref={board} className={classes.board} data-single={stages.length === 1 || undefined}>
          {stages.map((stage) => (
            <BoardColumn
              key={stage}
              stage={stage}
              filter={filter}
              count={counts?.get(stage)}
              active={active}
              isFocusWanted={wanted !== undefined && (wanted.stage ?? stage) === stage}
              onFocus={focused}
              onMove={onMove}
              onMenu={menu.open}
            />
          ))}
        </div>
      </div>
      {menu.element}
    </DraggingContext>
  )
}
