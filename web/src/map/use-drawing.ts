import type { Criteria } from '@dooryard/contract/criteria'
import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { helpFor } from '../lib/errors.ts'
import { toastFailure } from '../ui/toasts/toasts.ts'
import { type AreaId, areasOf, maxMiles, ringProblem, withArea, withCircle, withoutArea, withPolygon } from './areas.ts'
import { circleOf, type Ring } from './geometry.ts'
import type { Canvas } from './use-map.ts'

export type Shape = 'circle' | 'rectangle' | 'polygon'
export type Task = { draw: Shape } | { edit: AreaId }

type Location = Criteria['location']
type OnLocation = (location: Location) => void

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

const isCircle = (task: Task) => ('draw' in task ? task.draw === 'circle' : task.edit === 'near')

type Told = {
  onChange: (ring: Ring) => void
  onDone: (ring: Ring) => void
  /** There is no such area to edit, or the code for it cannot be had. */
  onGone: () => void
}

/** The tool for what is drawn or edited, whose code comes with the first use; says whether it is there. */
function useTool(canvas: Canvas | undefined, task: Task | undefined, location: Location, told: Told): boolean {
  const [ready, setReady] = useState<Task>()
  const onChange = useEffectEvent(told.onChange)
  const onDone = useEffectEvent(told.onDone)
  const onGone = useEffectEvent(told.onGone)
  const areaToEdit = useEffectEvent((id: AreaId) => areasOf(location).find((area) => area.id === id))
  useEffect(() => {
    if (!canvas || !task) return
    let stop: (() => void) | undefined
    let isOver = false
    import('./drawing.ts').then(
      ({ draw }) => {
        if (isOver) return
        const area = 'edit' in task ? areaToEdit(task.edit) : undefined
        if ('edit' in task && !area) return onGone()
        stop = draw(canvas.map, {
          color: canvas.palette.area,
          task: area ? { edit: area } : (task as { draw: Shape }),
          onChange,
          onDone,
        })
        setReady(task)
      },
      (error: unknown) => {
        toastFailure(helpFor(error))
        onGone()
      },
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [canvas, task])
  return task !== undefined && ready === task
}

type Keys = { onEnd: () => void; onRemove: (id: AreaId) => void }

/** While something is drawn or edited Escape ends it, and Delete removes the area. */
function useKeys(task: Task | undefined, { onEnd, onRemove }: Keys) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!task || isTyping(event.target)) return
    const isDelete = event.key === 'Delete' || event.key === 'Backspace'
    if (event.key !== 'Escape' && !(isDelete && 'edit' in task)) return
    event.preventDefault()
    event.stopPropagation()
    if (isDelete && 'edit' in task) onRemove(task.edit)
    else onEnd()
  })
  const isBusy = task !== undefined
  useEffect(() => {
    if (!isBusy) return
    const listener = (event: KeyboardEvent) => onKey(event)
    // Before whatever else Escape would close.
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [isBusy])
}

/** Drawing and editing the areas of a location. */
export function useDrawing(canvas: Canvas | undefined, location: Location, onLocation: OnLocation) {
  const [task, setTask] = useState<Task>()
  const [miles, setMiles] = useState<number>()
  const endedAt = useRef(Number.NEGATIVE_INFINITY)
  const end = () => {
    endedAt.current = performance.now()
    setTask(undefined)
    setMiles(undefined)
  }
  const begin = (next: Task) => {
    setMiles(undefined)
    setTask(next)
  }
  const remove = (id: AreaId) => {
    end()
    onLocation(withoutArea(location, id))
  }

  const onChange = (ring: Ring) => {
    if (task && isCircle(task)) setMiles(circleOf(ring).miles)
  }
  const onDone = (ring: Ring) => {
    if (!task) return
    const problem = ringProblem(ring)
    if (problem) toastFailure(problem)
    else if ('edit' in task) onLocation(withArea(location, task.edit, ring))
    else onLocation(task.draw === 'circle' ? withCircle(location, ring) : withPolygon(location, ring))
    // One that was dragged too wide is shown again as it is searched.
    if ('draw' in task || (isCircle(task) && circleOf(ring).miles > maxMiles)) end()
  }
  const isReady = useTool(canvas, task, location, { onChange, onDone, onGone: () => setTask(undefined) })

  const isGone = task && 'edit' in task && !areasOf(location).some(({ id }) => id === task.edit)
  useKeys(task, { onEnd: end, onRemove: remove })
  useEffect(() => {
    if (isGone) setTask(undefined)
  }, [isGone])

  return {
    task,
    isReady,
    miles,
    start: (shape: Shape) => (task && 'draw' in task && task.draw === shape ? end() : begin({ draw: shape })),
    edit: (id: AreaId) => (task && 'edit' in task && task.edit === id ? end() : begin({ edit: id })),
    remove,
    end,
    /** Whether a click belongs to what has ended: by the time it was made at, since it may be heard much later. */
    hasJustEnded: ({ originalEvent }: MapMouseEvent) => originalEvent.timeStamp - endedAt.current < 400,
  }
}

export type Drawing = ReturnType<typeof useDrawing>
