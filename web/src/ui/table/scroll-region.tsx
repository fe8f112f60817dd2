import { type ReactNode, useEffect, useRef, useState } from 'react'

type ScrollRegionProps = { label: string; className?: string | undefined; children: ReactNode }

/** Whether an element overflows, updated when the element or its content is resized. */
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

/**
 * The scroll container of a table: while the table overflows, it is a named region that can be focused and scrolled by
 * keyboard.
 */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const { box, overflows } = useOverflows()
  const name = overflows ? `${label}, scrollable` : undefined
  return (
    <section
      ref={box}
      className={className}
      // The surrounding frame would clip an outer outline.
      style={{ overflowX: 'auto', outlineOffset: -2 }}
      aria-label={name}
      // A scrollable region must be reachable by keyboard.
      tabIndex={overflows ? 0 : undefined}
    >
      {children}
    </section>
  )
}
