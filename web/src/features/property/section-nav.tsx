import { useEffect, useState } from 'react'
import classes from './property.module.css'

export type PageSection = { id: string; label: string }

/** Whether a section has scrolled up to where its link leads; browsers round positions. */
function isReached(id: string): boolean {
  const section = document.getElementById(id)
  if (!section) return false
  return section.getBoundingClientRect().top <= Number.parseFloat(getComputedStyle(section).scrollMarginTop) + 2
}

/** The section at the top of the window, below the header and this navigation. */
function useCurrentSection(sections: readonly PageSection[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const ids = sections.map(({ id }) => id).join()
  useEffect(() => {
    const update = () => {
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      // The last one may be too short to reach the top.
      const all = ids.split(',')
      setCurrent(isAtEnd ? all.at(-1) : all.findLast(isReached))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [ids])
  return current
}

/** Links to the sections of a long page; stays at the top while the page scrolls. */
export function SectionNav({ sections }: { sections: readonly PageSection[] }) {
  const current = useCurrentSection(sections)
  return (
    <nav className={classes.nav} aria-label="Sections">
      {sections.map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault()
            const section = document.getElementById(id)
            section?.scrollIntoView({ block: 'start' })
            section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
          }}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
