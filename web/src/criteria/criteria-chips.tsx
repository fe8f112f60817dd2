import type { Criteria } from '@dooryard/contract/criteria'
import { X } from 'lucide-react'
import { useCountyName } from './criteria.data.ts'
import classes from './criteria-chips.module.css'
import { criteriaInWords } from './words.ts'

/** What is asked for, in words, each of which can be taken away; without `onChange` they only read. */
export function CriteriaChips({ criteria, onChange }: { criteria: Criteria; onChange?: (criteria: Criteria) => void }) {
  const countyName = useCountyName(criteria.location?.counties)
  const phrases = criteriaInWords(criteria, countyName)
  if (phrases.length === 0) return null
  return (
    <ul className={classes.phrases} aria-label="Filters set">
      {phrases.map(({ id, label, text, without }) => (
        <li key={id} className={classes.phrase}>
          <span className={classes.phraseLabel}>{label}</span>
          <span className={classes.phraseText}>{text}</span>
          {onChange && (
            <button type="button" aria-label={`Remove ${label} ${text}`} onClick={() => onChange(without)}>
              <X size={14} aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
      {onChange && phrases.length > 1 && (
        <li>
          <button type="button" className={classes.clear} onClick={() => onChange({})}>
            Clear all
          </button>
        </li>
      )}
    </ul>
  )
}
