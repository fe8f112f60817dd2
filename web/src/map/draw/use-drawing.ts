import { useWindowEvent } from '@mantine/hooks'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { helpFor } from '../../lib/errors.ts'
import { toastFailure } from '../../ui/toasts/toasts.ts'
import type { Canvas } from '../view/use-map.ts'
import {
  type AreaId,
  findRingProblem,
  getAreas,
  type Location,
  maxMiles,
  withArea,
  withCircle,
  withoutArea,
  withPolygon,
} from './areas.ts'
import { type Ring, type Shape, toCircle } from './geometry.ts'

type Task = { draw: Shape; edit?: undefined } | { edit: AreaId; draw?: undefined }

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

const isCircle = ({ draw, edit }: Task) => draw === 'circle' || edit === 'near'

type Handlers = {
  onChange: (ring: Ring) => void
  onDone: (ring: Ring) => void
  /** There is no such area to edit, or the code of the tool cannot be had. */
  onGone: () => void
}

/** The tool for the task, whose code comes with the first use; returns whether it is there. */
function useTool(
  canvas: Canvas | undefined,
  task: Task | undefined,
  location: Location | undefined,
  handlers: Handlers,
): boolean {
  const [ready, setReady] = useState<Task>()
  const onChange = useEffectEvent(handlers.onChange)
  const onDone = useEffectEvent(handlers.onDone)
  const onGone = useEffectEvent(handlers.onGone)
  const findArea = useEffectEvent((id: AreaId) => getAreas(location).find((area) => area.id === id))
  useEffect(() => {
    if (!canvas || !task) return
    let stop: (() => void) | undefined
    let isOver = false
    const start = async () => {
      const { draw } = await import('./drawing.ts')
      if (isOver) return
      const area = task.edit === undefined ? undefined : findArea(task.edit)
      const given = task.draw ? { draw: task.draw } : area && { edit: area }
      if (!given) return onGone()
      stop = draw(canvas.map, { color: canvas.palette.area, task: given, onChange, onDone })
      setReady(task)
    }
    start().catch((error: unknown) => {
      toastFailure(helpFor(error))
      onGone()
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [canvas, task])
  return task !== undefined && ready === task
}

/** While something is drawn or edited Escape ends it, and Delete removes the area. */
function useKeys(task: Task | undefined, { onEnd, onRemove }: { onEnd: () => void; onRemove: (id: AreaId) => void }) {
  const onKey = (event: KeyboardEvent) => {
    if (!task || isTyping(event.target)) return
    const removed = event.key === 'Delete' || event.key === 'Backspace' ? task.edit : undefined
    if (event.key !== 'Escape' && removed === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (removed === undefined) onEnd()
    else onRemove(removed)
  }
  // Captured, so before whatever else Escape would close.
  useWindowEvent('keydown', onKey, true)
}

export function useDrawing(
  canvas: Canvas | undefined,
  location: Location | undefined,
  onLocation: (location: Location | undefined) => void,
) {
  const [task, setTask] = useState<Task>()
  const [miles, setMiles] = useState<number>()
  const endedAt = useRef(Number.NEGATIVE_INFINITY)
  const begin = (next: Task) => {
    setMiles(undefined)
    setTask(next)
  }
  const end = () => {
    endedAt.current = performance.now()
    setMiles(undefined)
    setTask(undefined)
  }
  const remove = (id: AreaId) => {
    end()
    onLocation(withoutArea(location, id))
  }

  const onChange = (ring: Ring) => {
    if (task && isCircle(task)) setMiles(toCircle(ring).miles)
  }
  const onDone = (ring: Ring) => {
    if (!task) return
    const problem = findRingProblem(ring)
    if (problem) toastFailure(problem)
    else if (task.edit !== undefined) onLocation(withArea(location, task.edit, ring))
    else onLocation(task.draw === 'circle' ? withCircle(location, ring) : withPolygon(location, ring))
    // One that was dragged too wide is shown again as it is searched.
    if (task.draw || (isCircle(task) && toCircle(ring).miles > maxMiles)) end()
  }
  const isReady = useTool(canvas, task, location, { onChange, onDone, onGone: () => setTask(undefined) })

  const isGone = task?.edit !== undefined && !getAreas(location).some(({ id }) => id === task.edit)
  useKeys(task, { onEnd: end, onRemove: remove })
  useEffect(() => {
    if (isGone) setTask(undefined)
  }, [isGone])

  return {
    task,
    isReady,
    miles,
    toggleDraw: (shape: Shape) => (task?.draw === shape ? end() : begin({ draw: shape })),
    toggleEdit: (id: AreaId) => (task?.edit === id ? end() : begin({ edit: id })),
    remove,
    end,
    /** Whether a click belongs to what has ended: by the time it was made at, since it may be heard much later. */
    hasJustEnded: ({ originalEvent }: MapMouseEvent) => originalEvent.timeStamp - endedAt.current < 400,
  }
}

export type Drawing = ReturnType<typeof useDrawing>
