import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { ActionIcon } from '@mantine/core'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import { useFilterBreakdown, usePrefetchCount } from '../count/count.data.ts'
import { markCountRequested } from '../count/count-marks.ts'
import { type FilterImpact, getFilterImpacts } from '../count/filter-impact.ts'
import { TextButton } from '../inputs/text-button.tsx'
import classes from './criteria-chips.module.css'
import { useCriterionLabels } from './criterion-labels.data.ts'
import { CriterionItem, CriterionListBox } from './criterion-list.tsx'
import type { CriterionLabel } from './format-criteria.ts'

type ChipsProps = {
  criteria: Criteria
  onChange: (criteria: Criteria) => void
  /** False where exclusions are chosen elsewhere. */
  exclusions?: boolean
}

const formatImpact = ({ givesBack, of }: FilterImpact) => {
  if (givesBack === null) return '…'
  return `+${formatNumber(givesBack)}${of > 1 ? ` without these ${of}` : ''}`
}

const describeImpact = ({ givesBack, of }: FilterImpact) => {
  if (givesBack === null) return 'counting what it removes'
  return `${formatNumber(givesBack)} more without ${of === 1 ? 'this filter' : `these ${of} filters`}`
}

/** Moves the focus to the element that replaces a removed chip. */
function useFocusAfter(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const next = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once there are fewer
  useEffect(() => {
    const at = next.current
    next.current = undefined
    if (at === undefined) return
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>('[data-remove]') ?? []
    const nextTarget = buttons[Math.min(at, buttons.length - 1)] ?? document.getElementById('main')
    nextTarget?.focus()
  }, [count])
  return { list, next }
}

type RemovableChipProps = {
  criterion: CriterionLabel
  impact: FilterImpact | undefined
  isStale: boolean
  onRemove: () => void
}

function RemovableChip({ criterion, impact, isStale, onRemove }: RemovableChipProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    event.preventDefault()
    onRemove()
  }
  return (
    <CriterionItem criterion={criterion}>
      {impact && (
        <span
          className={classes.cost}
          data-stale={isStale || undefined}
          data-hint={describeImpact(impact)}
          aria-hidden="true"
        >
          {formatImpact(impact)}
        </span>
      )}
      <ActionIcon
        size={24}
        radius="xs"
        c="dimmed"
        mr={-9}
        data-remove
        aria-label={`Remove ${criterion.label} ${criterion.text}`}
        aria-description={impact && describeImpact(impact)}
        onKeyDown={onKeyDown}
        onClick={onRemove}
      >
        <X size={14} aria-hidden="true" />
      </ActionIcon>
    </CriterionItem>
  )
}

export function CriteriaChips({ criteria, onChange, exclusions = true }: ChipsProps) {
  const all = useCriterionLabels(criteria)
  const labels = exclusions ? all : all.filter(({ id }) => !id.startsWith('exclude.'))
  const { data, isPlaceholderData } = useFilterBreakdown(criteria, labels.length > 0)
  const impacts = getFilterImpacts(data?.waterfall, labels)
  const { list, next } = useFocusAfter(labels.length)
  const prefetchCount = usePrefetchCount()
  if (labels.length === 0) return null
  const applyChange = (changed: Criteria, at?: number) => {
    next.current = at
    markCountRequested(changed)
    prefetchCount(changed)
    onChange(changed)
  }
  return (
    <CriterionListBox ref={list}>
      {labels.map((criterion, at) => (
        <RemovableChip
          key={criterion.id}
          criterion={criterion}
          impact={impacts.get(criterion.id)}
          isStale={isPlaceholderData}
          onRemove={() => applyChange(criterion.without, at)}
        />
      ))}
      {labels.length > 1 && (
        <li>
          <TextButton onClick={() => applyChange({}, 0)}>Clear all</TextButton>
        </li>
      )}
    </CriterionListBox>
  )
}
