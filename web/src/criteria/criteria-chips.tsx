import type { Criteria } from '@dooryard/contract/criteria'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { formatNumber } from '../lib/format.ts'
import { type Cost, costsOf } from './costs.ts'
import { noteAsked } from './count-marks.ts'
import { useCountAhead, useWaterfall } from './criteria.data.ts'
import classes from './criteria-chips.module.css'
import { usePhrases } from './phrases.data.ts'
import type { Phrase } from './words.ts'

type ChipsProps = {
  criteria: Criteria
  onChange: (criteria: Criteria) => void
  /** False where whom to leave out is chosen elsewhere. */
  exclusions?: boolean
}

const costInWords = ({ givesBack, of }: Cost) => {
  if (givesBack === null) return 'what it costs is still being counted'
  return `${formatNumber(givesBack)} more without ${of === 1 ? 'this' : `these ${of}`}`
}

function CostOf({ cost, isStale }: { cost: Cost; isStale: boolean }) {
  const { givesBack, of } = cost
  const together = of > 1 ? ` without these ${of}` : ''
  return (
    <span className={classes.cost} data-stale={isStale || undefined} title={costInWords(cost)} aria-hidden="true">
      {givesBack === null ? '…' : `+${formatNumber(givesBack)}${together}`}
    </span>
  )
}

/** Gives the focus to what takes the place of a chip that was removed. */
function useFocusAfter(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const next = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once there are fewer
  useEffect(() => {
    const at = next.current
    next.current = undefined
    if (at === undefined) return
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>('[data-remove]') ?? []
    const taker = buttons[Math.min(at, buttons.length - 1)] ?? document.getElementById('main')
    taker?.focus()
  }, [count])
  return { list, next }
}

type RemovableProps = { phrase: Phrase; cost: Cost | undefined; isStale: boolean; onRemove: () => void }

function RemovableChip({ phrase: { label, text }, cost, isStale, onRemove }: RemovableProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    event.preventDefault()
    onRemove()
  }
  return (
    <>
      {cost && <CostOf cost={cost} isStale={isStale} />}
      <button
        type="button"
        data-remove
        aria-label={`Remove ${label} ${text}`}
        aria-description={cost && costInWords(cost)}
        onKeyDown={onKeyDown}
        onClick={onRemove}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </>
  )
}

/** What is asked for, in words, each of which can be taken away and says what it costs. */
export function CriteriaChips({ criteria, onChange, exclusions = true }: ChipsProps) {
  const all = usePhrases(criteria)
  const phrases = exclusions ? all : all.filter(({ id }) => !id.startsWith('exclude.'))
  const { data, isPlaceholderData } = useWaterfall(criteria, phrases.length > 0)
  const costs = costsOf(data?.waterfall, phrases)
  const { list, next } = useFocusAfter(phrases.length)
  const countAhead = useCountAhead()
  if (phrases.length === 0) return null
  const ask = (changed: Criteria, at?: number) => {
    next.current = at
    noteAsked(changed)
    countAhead(changed)
    onChange(changed)
  }
  return (
    <ul ref={list} className={classes.phrases} aria-label="Filters set">
      {phrases.map((phrase, at) => (
        <li key={phrase.id} className={classes.phrase}>
          <span className={classes.phraseLabel}>{phrase.label}</span>
          <span className={classes.phraseText}>{phrase.text}</span>
          <RemovableChip
            phrase={phrase}
            cost={costs.get(phrase.id)}
            isStale={isPlaceholderData}
            onRemove={() => ask(phrase.without, at)}
          />
        </li>
      ))}
      {phrases.length > 1 && (
        <li>
          <button type="button" className={classes.clear} onClick={() => ask({}, 0)}>
            Clear all
          </button>
        </li>
      )}
    </ul>
  )
}
