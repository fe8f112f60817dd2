import { useWindowEvent } from '@mantine/hooks'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { getErrorHelp } from '../../lib/api/errors.ts'
import { showErrorToast } from '../../ui/toasts/toasts.ts'
import type { MapCanvas } from '../view/use-map.ts'
import {
  type AreaId,
  addPolygon,
  findRingError,
  formatCappedCircle,
  getAreas,
  type Location,
  removeArea,
  setArea,
  setCircle,
} from './areas.ts'
import { type Ring, type Shape, toCircle } from './geometry.ts'

type DrawTask = { draw: Shape; edit?: undefined } | { edit: AreaId; draw?: undefined }

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

const isCircle = ({ draw, edit }: DrawTask) => draw === 'circle' || edit === 'near'

type DrawHandlers = {
  onChange: (ring: Ring) => void
  onDone: (ring: Ring) => void
  /** The area to edit does not exist, or the drawing tool could not be loaded. */
  onGone: () => void
}

/** Runs the drawing tool, whose code loads on first use; returns whether it is ready. */
function useDrawTool(
  canvas: MapCanvas | undefined,
  task: DrawTask | undefined,
  location: Location | undefined,
  handlers: DrawHandlers,
): boolean {
  const [ready, setReady] = useState<DrawTask>()
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
      const toolTask = task.draw ? { draw: task.draw } : area && { edit: area }
      if (!toolTask) return onGone()
      stop = draw(canvas.map, { color: canvas.palette.area, task: toolTask, onChange, onDone })
      setReady(task)
    }
    start().catch((error: unknown) => {
      showErrorToast(getErrorHelp(error))
      onGone()
    })
    return () => {
      isOver = true
      stop?.()
    }
  }, [canvas, task])
  return task !== undefined && ready === task
}

/** While drawing or editing, Escape stops and Delete removes the area. */
function useDrawKeys(
  task: DrawTask | undefined,
  { onEnd, onRemove }: { onEnd: () => void; onRemove: (id: AreaId) => void },
) {
  const onKey = (event: KeyboardEvent) => {
    if (!task || isTyping(event.target)) return
    const removed = event.key === 'Delete' || event.key === 'Backspace' ? task.edit : undefined
    if (event.key !== 'Escape' && removed === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (removed === undefined) onEnd()
    else onRemove(removed)
  }
  // Captures the event before other Escape handlers.
  useWindowEvent('keydown', onKey, true)
}

export function useDrawing(
  canvas: MapCanvas | undefined,
  location: Location | undefined,
  onLocation: (location: Location | undefined) => void,
) {
  const [task, setTask] = useState<DrawTask>()
  const [miles, setMiles] = useState<number>()
  const endedAt = useRef(Number.NEGATIVE_INFINITY)
  const startTask = (next: DrawTask) => {
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
    onLocation(removeArea(location, id))
  }

  const onChange = (ring: Ring) => {
    if (task && isCircle(task)) setMiles(toCircle(ring).miles)
  }
  const onDone = (ring: Ring) => {
    if (!task) return
    const problem = findRingError(ring)
    if (problem) showErrorToast(problem)
    else if (task.edit !== undefined) onLocation(setArea(location, task.edit, ring))
    else onLocation(task.draw === 'circle' ? setCircle(location, ring) : addPolygon(location, ring))
    const capped = isCircle(task) ? formatCappedCircle(ring) : undefined
    if (capped && !problem) showErrorToast(capped)
    // An area dragged beyond the limit is redrawn as it is searched.
    if (task.draw || capped) end()
  }
  const isReady = useDrawTool(canvas, task, location, { onChange, onDone, onGone: () => setTask(undefined) })

  const isGone = task?.edit !== undefined && !getAreas(location).some(({ id }) => id === task.edit)
  useDrawKeys(task, { onEnd: end, onRemove: remove })
  useEffect(() => {
    if (isGone) setTask(undefined)
  }, [isGone])

  return {
    task,
    isReady,
    miles,
    toggleDraw: (shape: Shape) => (task?.draw === shape ? end() : startTask({ draw: shape })),
    toggleEdit: (id: AreaId) => (task?.edit === id ? end() : startTask({ edit: id })),
    remove,
    end,
    /**
     * Whether a click belongs to the drawing that has just ended. Compares the click's own time, because its handler
     * may run much later.
     */
    hasJustEnded: ({ originalEvent }: MapMouseEvent) => originalEvent.timeStamp - endedAt.current < 400,
  }
}

export type Drawing = ReturnType<typeof useDrawing>
