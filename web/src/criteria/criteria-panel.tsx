import type { Criteria } from '@dooryard/contract/criteria'
import { Search, X } from 'lucide-react'
import { memo, useState } from 'react'
import { keepsEscape } from '../ui/hooks.ts'
import { choicePhrases } from './choice-words.ts'
import { noteAsked } from './count-marks.ts'
import { useCountAhead } from './criteria.data.ts'
import classes from './criteria.module.css'
import { askedIn } from './edit.ts'
import { ExcludeGroup } from './exclude-group.tsx'
import { FilterGroup } from './filter-group.tsx'
import { findFilters } from './find-filter.ts'
import { GroupFields } from './group-fields.tsx'
import { DrawnAreas, NearField } from './near-field.tsx'
import { useOpenGroups } from './open-groups.ts'
import { PlacePicker } from './place-picker.tsx'

type PartProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }
type CriteriaPanelProps = PartProps & {
  /** False where whom to leave out is chosen elsewhere. */
  exclusions?: boolean
}

/** A stack and chosen properties come from other screens; here they are told, and can be taken away. */
function Choices({ criteria, onChange }: PartProps) {
  const phrases = choicePhrases(criteria).filter(({ id }) => !id.startsWith('exclude.'))
  return phrases.map(({ id, label, text, without }) => (
    <p key={id} className={classes.choice}>
      <span>
        {label} {id === 'stack' && <br />}
        <strong>{text}</strong>
      </span>
      <button type="button" aria-label={`Remove ${label} ${text}`} onClick={() => onChange(without)}>
        <X size={14} aria-hidden="true" />
      </button>
    </p>
  ))
}

function FindBox({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <div className={classes.find}>
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        aria-label="Find a filter"
        placeholder="Find a filter"
        value={text}
        maxLength={40}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          onText('')
        }}
        {...keepsEscape(text !== '')}
      />
    </div>
  )
}

/** What the panel shows of each group; while something is looked for, all that is found is open. */
function useGroups(criteria: Criteria, ask: (criteria: Criteria) => void) {
  const [text, setText] = useState('')
  const open = useOpenGroups()
  const isFinding = text.trim() !== ''
  const group = (key: keyof Criteria) => ({
    asked: askedIn(criteria, key),
    isOpen: isFinding || open.isOpen(key),
    onToggle: () => (isFinding ? setText('') : open.toggle(key)),
    onClear: () => {
      const { [key]: _, ...others } = criteria
      ask(others)
    },
  })
  return { text, setText, group }
}

/** Everything that can be asked of properties and their owners. */
export const CriteriaPanel = memo(function CriteriaPanel({
  criteria,
  onChange,
  exclusions = true,
}: CriteriaPanelProps) {
  const countAhead = useCountAhead()
  const ask = (next: Criteria) => {
    noteAsked(next)
    countAhead(next)
    onChange(next)
  }
  const { text, setText, group } = useGroups(criteria, ask)
  const found = findFilters(text)
  const parts = { criteria, onChange: ask }
  const hasExclusions = exclusions && found.exclude
  return (
    <div className={classes.panel}>
      <FindBox text={text} onText={setText} />
      <Choices {...parts} />
      {found.location && (
        <FilterGroup label="Location" {...group('location')}>
          <PlacePicker {...parts} />
          <NearField {...parts} />
          <DrawnAreas {...parts} />
        </FilterGroup>
      )}
      {found.groups.map((fields) => (
        <FilterGroup key={fields.key} label={fields.label} {...group(fields.key)}>
          <GroupFields group={fields} {...parts} />
        </FilterGroup>
      ))}
      {hasExclusions && (
        <FilterGroup label="Leave out" {...group('exclude')}>
          <ExcludeGroup {...parts} />
        </FilterGroup>
      )}
      {!found.location && found.groups.length === 0 && !hasExclusions && (
        <p className={classes.nothing} role="status">
          No filter is called “{text}”.
        </p>
      )}
    </div>
  )
})
