import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import classes from './split.module.css'

type SplitProps = {
  /** The storage key suffix for the split. */
  name: string
  /** The label of the divider. */
  label: string
  top: ReactNode
  bottom: ReactNode
}

/** The share of the upper part in percent: its default and its limits. */
const defaultShare = 46
const bounds = { least: 15, most: 85 }
const step = 4

const clampShare = (share: number) => Math.round(Math.min(bounds.most, Math.max(bounds.least, share)))

const getStorageKey = (name: string) => `dooryard.split.${name}`

function readShare(name: string): number {
  try {
    const share = Number(localStorage.getItem(getStorageKey(name)) ?? defaultShare)
    return Number.isFinite(share) ? clampShare(share) : defaultShare
  } catch {
    return defaultShare // storage is unavailable
  }
}

function storeShare(name: string, share: number) {
  try {
    localStorage.setItem(getStorageKey(name), String(share))
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

const howToMove = 'Drag, or use the arrow keys; double-click to reset'

/** Two stacked parts with a divider that resizes them by pointer and arrow keys. */
export function Split({ name, label, top, bottom }: SplitProps) {
  const box = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(() => readShare(name))
  const commitShare = (next: number) => {
    setShare(clampShare(next))
    storeShare(name, clampShare(next))
  }
  const shareAt = ({ clientY }: PointerEvent) => {
    const { top: from = 0, height = 1 } = box.current?.getBoundingClientRect() ?? {}
    return clampShare(((clientY - from) / height) * 100)
  }
  // Dragging changes only the style, so that React does not render a map or a table for each pixel.
  const drag = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      box.current?.style.setProperty('--share', `${shareAt(event)}%`)
  }
  const press = (event: KeyboardEvent) => {
    const next = {
      ArrowUp: share - step,
      ArrowDown: share + step,
      Home: bounds.least,
      End: bounds.most,
      Enter: defaultShare,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    commitShare(next)
  }
  return (
    <div ref={box} className={classes.split} style={{ '--share': `${share}%` } as CSSProperties}>
      {top && <div className={classes.top}>{top}</div>}
      {top && bottom && (
        // biome-ignore lint/a11y/useSemanticElements: a rule that is moved is no line across a text
        <div
          role="separator"
          aria-orientation="horizontal"
          aria-label={label}
          aria-valuenow={share}
          aria-valuemin={bounds.least}
          aria-valuemax={bounds.most}
          tabIndex={0}
          data-hint={howToMove}
          aria-description={howToMove}
          className={classes.bar}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onPointerUp={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && commitShare(shareAt(event))}
          onDoubleClick={() => commitShare(defaultShare)}
          onKeyDown={press}
        />
      )}
      {bottom && <div className={classes.bottom}>{bottom}</div>}
    </div>
  )
}
