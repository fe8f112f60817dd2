import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import classes from './split.module.css'

type SplitProps = {
  /** Under which the browser keeps how the room is shared. */
  name: string
  /** What the bar between the two is called. */
  label: string
  top: ReactNode
  bottom: ReactNode
}

/** The share of the upper part in percent: what it is at first, and how far it goes. */
const usual = 46
const bounds = { least: 15, most: 85 }
const step = 4

const within = (share: number) => Math.round(Math.min(bounds.most, Math.max(bounds.least, share)))

const keyOf = (name: string) => `dooryard.split.${name}`

function kept(name: string): number {
  try {
    const share = Number(localStorage.getItem(keyOf(name)) ?? usual)
    return Number.isFinite(share) ? within(share) : usual
  } catch {
    return usual // without storage nothing was kept
  }
}

function keep(name: string, share: number) {
  try {
    localStorage.setItem(keyOf(name), String(share))
  } catch {
    // Without storage it holds until the page is left.
  }
}

/** Two parts above each other and a bar that shares the room between them, by pointer and by arrow keys. */
export function Split({ name, label, top, bottom }: SplitProps) {
  const box = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(() => kept(name))
  const settle = (next: number) => {
    setShare(within(next))
    keep(name, within(next))
  }
  const shareAt = ({ clientY }: PointerEvent) => {
    const { top: from = 0, height = 1 } = box.current?.getBoundingClientRect() ?? {}
    return within(((clientY - from) / height) * 100)
  }
  // While it is dragged only the style moves: neither a map nor a table is drawn anew by React for each pixel.
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
      Enter: usual,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    settle(next)
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
          title="Drag, or use the arrow keys; double-click to reset"
          className={classes.bar}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onPointerUp={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && settle(shareAt(event))}
          onDoubleClick={() => settle(usual)}
          onKeyDown={press}
        />
      )}
      {bottom && <div className={classes.bottom}>{bottom}</div>}
    </div>
  )
}
