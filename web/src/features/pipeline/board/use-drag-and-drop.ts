import type { LeadStage } from '@dooryard/contract/api/enums'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { logError } from '../../../lib/api/errors.ts'

type DragAndDrop = Pick<
  typeof import('@atlaskit/pragmatic-drag-and-drop/element/adapter'),
  'draggable' | 'dropTargetForElements'
>

/** The drag-and-drop library once loaded; until then cards are moved by menu and keyboard. */
export const DragAndDropContext = createContext<DragAndDrop | undefined>(undefined)

export function useLazyDragAndDrop(): DragAndDrop | undefined {
  const [dragAndDrop, setDragAndDrop] = useState<DragAndDrop>()
  useEffect(() => {
    import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(
      ({ draggable, dropTargetForElements }) => setDragAndDrop({ draggable, dropTargetForElements }),
      logError,
    )
  }, [])
  return dragAndDrop
}

export function useDraggable(lead: BoardLead) {
  const dragAndDrop = use(DragAndDropContext)
  const element = useRef<HTMLElement>(null)
  const [isDragging, setIsDragging] = useState(false)
  useEffect(() => {
    if (!dragAndDrop || !element.current) return
    return dragAndDrop.draggable({
      element: element.current,
      getInitialData: () => ({ lead }),
      onDragStart: () => setIsDragging(true),
      onDrop: () => setIsDragging(false),
    })
  }, [dragAndDrop, lead])
  return [element, isDragging] as const
}

/** Accepts cards dropped on a column; `onDrop` receives those of other columns. */
export function useDropTarget(stage: LeadStage, onDrop: (lead: BoardLead) => void) {
  const dragAndDrop = use(DragAndDropContext)
  const element = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!dragAndDrop || !element.current) return
    return dragAndDrop.dropTargetForElements({
      element: element.current,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        const lead = source.data['lead'] as BoardLead // only cards are draggable here
        if (lead.stage !== stage) onDrop(lead)
      },
    })
  }, [dragAndDrop, stage, onDrop])
  return [element, isOver] as const
}
