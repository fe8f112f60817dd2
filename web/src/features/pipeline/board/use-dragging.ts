import type { BoardLead } from '@dooryard/contract/lead-board'
import type { LeadStage } from '@dooryard/contract/vocabularies'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { logError } from '../../../lib/errors.ts'

type Dragging = Pick<
  typeof import('@atlaskit/pragmatic-drag-and-drop/element/adapter'),
  'draggable' | 'dropTargetForElements'
>

/** What drags, once its code is there; until then cards are moved by their menus and keys. */
export const DraggingContext = createContext<Dragging | undefined>(undefined)

export function useLazyDragAndDrop(): Dragging | undefined {
  const [dragging, setDragging] = useState<Dragging>()
  useEffect(() => {
    import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(
      ({ draggable, dropTargetForElements }) => setDragging({ draggable, dropTargetForElements }),
      logError,
    )
  }, [])
  return dragging
}

export function useDraggable(lead: BoardLead) {
  const dragging = use(DraggingContext)
  const element = useRef<HTMLElement>(null)
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!dragging || !element.current) return
    return dragging.draggable({
      element: element.current,
      getInitialData: () => ({ lead }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [dragging, lead])
  return [element, isDragged] as const
}

/** Lets cards be dropped on a column; `onDrop` hears of those of other columns. */
export function useDropTarget(stage: LeadStage, onDrop: (lead: BoardLead) => void) {
  const dragging = use(DraggingContext)
  const element = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!dragging || !element.current) return
    return dragging.dropTargetForElements({
      element: element.current,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        const lead = source.data['lead'] as BoardLead // only cards are draggable here
        if (lead.stage !== stage) onDrop(lead)
      },
    })
  }, [dragging, stage, onDrop])
  return [element, isOver] as const
}
