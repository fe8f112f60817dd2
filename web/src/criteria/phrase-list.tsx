import classes from './criteria-chips.module.css'
import type { Phrase } from './words.ts'

/** What is asked for, phrase by phrase. */
export function PhraseList({ phrases }: { phrases: readonly Phrase[] }) {
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
