import { type ReactNode, useEffect, useRef, useState } from 'react'

type ScrollRegionProps = { label: string; className?: string | undefined; children: ReactNode }

/** Whether an element holds more than it shows, also once either changes its size. */
function useOverflows() {
  const box = useRef<HTMLElement>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () =>
      setOverflows(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
    const observer = new ResizeObserver(measure)
    for (const watched of [element, ...element.children]) observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  return { box, overflows }
}

/** A table's room: while the table is larger, it is a named place that the keyboard reaches and scrolls. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const { box, overflows } = useOverflows()
  const name = overflows ? `${label}, scrollable` : undefined
  return (
    <section
      ref={box}
      className={className}
      // The frame around it would cut off an outline that stands out.
      style={{ overflowX: 'auto', outlineOffset: -2 }}
      aria-label={name}
      // What scrolls has to be reached without a mouse.
      tabIndex={overflows ? 0 : undefined}
    >
      {children}
    </section>
  )
}
