import type { DncCopy } from '@dooryard/contract/dnc'
import { formatDay } from '../../lib/format.ts'
import classes from './age-bar.module.css'
import { ageShare, ageStateOf, ageWords } from './copy-age.ts'

/** How old a copy is, of how old it may become: as a bar, and in words. */
export function AgeBar({ copy, maxAgeDays }: { copy: DncCopy; maxAgeDays: number }) {
  const state = ageStateOf(copy, maxAgeDays)
  return (
    <div className={classes.age} data-state={state} title={`Accessed ${formatDay(copy.accessedOn)}`}>
      <div className={classes.track} aria-hidden="true">
        <div style={{ width: `${ageShare(copy, maxAgeDays) * 100}%` }} />
      </div>
      <span>{ageWords(copy, maxAgeDays)}</span>
    </div>
  )
}
