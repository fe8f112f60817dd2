import type { Criteria } from '@dooryard/contract/criteria'
import classes from './criteria-chips.module.css'
import { usePhrases } from './phrases.data.ts'

/** What is asked for, in words, to read. */
export function CriteriaPhrases({ criteria }: { criteria: Criteria }) {
  const phrases = usePhrases(criteria)
  if (phrases.length === 0) return null
  return (
    <ul className={classes.phrases} aria-label="Filters set">
      {phrases.map(({ id, label, text }) => (
        <li key={id} className={classes.phrase}>
          <span className={classes.phraseLabel}>{label}</span>
          <span className={classes.phraseText}>{text}</span>
        </li>
      ))}
    </ul>
  )
}
