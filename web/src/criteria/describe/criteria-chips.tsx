import type { Criteria } from '@dooryard/contract/criteria'
import { ActionIcon } from '@mantine/core'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { useCountAhead, useWaterfall } from '../count/count.data.ts'
import { noteAsked } from '../count/count-marks.ts'
import { type Cost, costsOf } from '../count/filter-costs.ts'
import { TextButton } from '../inputs/text-button.tsx'
import classes from './criteria-chips.module.css'
import type { Phrase } from './format-criteria.ts'
import { PhraseItem, Phrases } from './phrase-list.tsx'
import { usePhrases } from './phrases.data.ts'

type ChipsProps = {
  criteria: Criteria
  onChange: (criteria: Criteria) => void
  /** False where whom to leave out is chosen elsewhere. */
  exclusions?: boolean
}

const formatCost = ({ givesBack, of }: Cost) => {
  if (givesBack === null) return '…'
  return `+${formatNumber(givesBack)}${of > 1 ? ` without these ${of}` : ''}`
}

const describeCost = ({ givesBack, of }: Cost) => {
  if (givesBack === null) return 'what it costs is still being counted'
  return `${formatNumber(givesBack)} more without ${of === 1 ? 'this' : `these ${of}`}`
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

function RemovableChip({ phrase, cost, isStale, onRemove }: RemovableProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    event.preventDefault()
    onRemove()
  }
  return (
    <PhraseItem phrase={phrase}>
      {cost && (
        <span className={classes.cost} data-stale={isStale || undefined} title={describeCost(cost)} aria-hidden="true">
          {formatCost(cost)}
        </span>
      )}
      <ActionIcon
        size={24}
        radius="xs"
        c="dimmed"
        mr={-9}
        data-remove
        aria-label={`Remove ${phrase.label} ${phrase.text}`}
        aria-description={cost && describeCost(cost)}
        onKeyDown={onKeyDown}
        onClick={onRemove}
      >
        <X size={14} aria-hidden="true" />
      </ActionIcon>
    </PhraseItem>
  )
}

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
    <Phrases ref={list}>
      {phrases.map((phrase, at) => (
        <RemovableChip
          key={phrase.id}
          phrase={phrase}
          cost={costs.get(phrase.id)}
          isStale={isPlaceholderData}
          onRemove={() => ask(phrase.without, at)}
        />
      ))}
      {phrases.length > 1 && (
        <li>
          <TextButton onClick={() => ask({}, 0)}>Clear all</TextButton>
        </li>
      )}
    </Phrases>
  )
}
