import type { HTMLAttributes, ReactNode } from 'react'
import { type DatedDeed, deedDay, priceWords } from './deed-words.ts'
import classes from './deeds.module.css'

/** Deeds, one under the other. */
export const Deeds = (props: HTMLAttributes<HTMLOListElement>) => <ol className={classes.deeds} {...props} />

type DeedProps = {
  deed: DatedDeed & { price: number | null }
  /** What is said of it in small letters, its source last. */
  notes: readonly (string | undefined)[]
  isActive?: boolean
  /** What else it says, in paragraphs. */
  children: ReactNode
}

/** One deed: when, for how much, and what else is known of it. */
export const Deed = ({ deed, notes, isActive, children }: DeedProps) => (
  <li className={classes.deed} data-active={isActive || undefined}>
    <p className={classes.head}>
      <time dateTime={deed.isMonthOnly ? deed.recordedOn.slice(0, 7) : deed.recordedOn}>
        {deedDay(deed.recordedOn, deed.isMonthOnly)}
      </time>
      <span data-unknown={deed.price === null || undefined}>{priceWords(deed.price)}</span>
    </p>
    {children}
    {notes.map(
      (note) =>
        note && (
          <p key={note} className={classes.dim}>
            {note}
          </p>
        ),
    )}
  </li>
)
