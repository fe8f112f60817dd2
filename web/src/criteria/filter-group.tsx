import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import classes from './criteria.module.css'

type FilterGroupProps = {
  label: string
  /** How many filters of the group are set. */
  asked: number
  isOpen: boolean
  onToggle: () => void
  onClear: () => void
  children: ReactNode
}

/** Filters that belong together, under a heading that opens them. */
export function FilterGroup({ label, asked, isOpen, onToggle, onClear, children }: FilterGroupProps) {
  const id = useId()
  return (
    <section className={classes.group} aria-label={label}>
      <div className={classes.groupHead}>
        <h2>
          <button
            type="button"
            className={classes.groupControl}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            {label}
            {asked > 0 && <span className={classes.asked}>{asked} set</span>}
            <ChevronDown size={16} aria-hidden="true" />
          </button>
        </h2>
        {asked > 0 && (
          <button type="button" className={classes.clear} aria-label={`Clear ${label}`} onClick={onClear}>
            Clear
          </button>
        )}
      </div>
      {isOpen && (
        <div id={id} className={classes.groupBody}>
          {children}
        </div>
      )}
    </section>
  )
}
