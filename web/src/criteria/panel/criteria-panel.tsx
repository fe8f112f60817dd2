import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { ActionIcon, Box, Group, Text, TextInput } from '@mantine/core'
import { Search, X } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { stopEscapePropagation, useLazyLoad } from '../../ui/hooks/hooks.ts'
import { usePrefetchCount } from '../count/count.data.ts'
import { markCountRequested } from '../count/count-marks.ts'
import { listChoiceLabels } from '../describe/format-criteria.ts'
import { countGroupFilters, removeCriteriaGroup } from '../edit-criteria.ts'
import { useCriterionNames } from '../exclusions/exclusions.data.ts'
import { usePropertyLists } from '../lists/lists.data.ts'
import { DrawnAreas, NearField } from '../places/near-field.tsx'
import { PlacePicker } from '../places/place-picker.tsx'
import { ExcludeGroup } from './exclude-group.tsx'
import { FilterGroup, useOpenGroups } from './filter-group.tsx'
import { findFilters, findsLists } from './find-filter.ts'
import { GroupFields } from './group-fields.tsx'
import { ListsGroup } from './lists-group.tsx'
import classes from './panel.module.css'

type CriteriaEditorProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** A stack, chosen properties and lists are mostly set on other screens; here they are shown and can be removed. */
function Choices({ criteria, onChange }: CriteriaEditorProps) {
  const labels = listChoiceLabels(criteria, useCriterionNames(criteria)).filter(({ id }) => !id.startsWith('exclude.'))
  return labels.map(({ id, label, text, without }) => (
    <Group
      key={id}
      gap={8}
      p="12px 8px 12px 16px"
      justify="space-between"
      wrap="nowrap"
      fz="sm"
      lh="18px"
      bg="var(--mantine-color-brand-light)"
      c="var(--mantine-color-brand-light-color)"
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <span>
        {label} {id === 'stack' && <br />}
        <strong>{text}</strong>
      </span>
      <ActionIcon
        size={28}
        radius="sm"
        variant="transparent"
        c="inherit"
        aria-label={`Remove ${label} ${text}`}
        onClick={() => onChange(without)}
      >
        <X size={14} aria-hidden="true" />
      </ActionIcon>
    </Group>
  ))
}

const SearchNote = ({ children }: { children: ReactNode }) => (
  <Text fz="sm" c="dimmed" p={16} role="status">
    {children}
  </Text>
)

type FilterSearchProps = { text: string; onText: (text: string) => void; onFocus: () => void }

const FilterSearch = ({ text, onText, onFocus }: FilterSearchProps) => (
  <TextInput
    type="search"
    classNames={{ input: classes.find }}
    leftSection={<Search size={16} aria-hidden="true" />}
    leftSectionWidth={48}
    aria-label="Find a filter"
    placeholder="Find a filter"
    value={text}
    maxLength={40}
    onFocus={onFocus}
    onChange={({ currentTarget }) => onText(currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key !== 'Escape' || text === '') return
      event.stopPropagation()
      onText('')
    }}
    {...stopEscapePropagation(text !== '')}
  />
)

function useFilterGroups(criteria: Criteria, applyChange: (criteria: Criteria) => void) {
  const [text, setText] = useState('')
  const open = useOpenGroups()
  const isFinding = text.trim() !== ''
  const group = (key: keyof Criteria) => ({
    activeCount: countGroupFilters(criteria, key),
    isOpen: isFinding || open.isOpen(key),
    onToggle: () => (isFinding ? setText('') : open.toggle(key)),
    onClear: () => applyChange(removeCriteriaGroup(criteria, key)),
  })
  return { text, setText, group }
}

type CriteriaPanelProps = CriteriaEditorProps & {
  /** False where exclusions are chosen elsewhere. */
  exclusions?: boolean
}

export const CriteriaPanel = memo(function CriteriaPanel({
  criteria,
  onChange,
  exclusions = true,
}: CriteriaPanelProps) {
  const prefetchCount = usePrefetchCount()
  const applyChange = (next: Criteria) => {
    markCountRequested(next)
    prefetchCount(next)
    onChange(next)
  }
  const { text, setText, group } = useFilterGroups(criteria, applyChange)
  const [synonyms, loadSynonyms] = useLazyLoad(() => import('./filter-synonyms.ts'))
  const found = findFilters(text, synonyms?.getSynonyms)
  const missing = synonyms?.findMissingTopic(text)
  const parts = { criteria, onChange: applyChange }
  const lists = usePropertyLists() ?? []
  const hasLists = lists.length > 0 && findsLists(text)
  const hasExclusions = exclusions && found.exclude
  return (
    <Box miw={0}>
      <FilterSearch text={text} onText={setText} onFocus={() => synonyms ?? loadSynonyms(false)} />
      {missing && <SearchNote>Dooryard has no {missing} data yet</SearchNote>}
      <Choices {...parts} />
      {found.location && (
        <FilterGroup label="Location" {...group('location')}>
          <PlacePicker {...parts} />
          <NearField {...parts} />
          <DrawnAreas {...parts} />
        </FilterGroup>
      )}
      {hasLists && <ListsGroup {...parts} {...group('only')} />}
      {found.groups.map((fields) => (
        <FilterGroup key={fields.key} label={fields.label} {...group(fields.key)}>
          <GroupFields group={fields} {...parts} />
        </FilterGroup>
      ))}
      {hasExclusions && (
        <FilterGroup label="Exclude" {...group('exclude')}>
          <ExcludeGroup {...parts} />
        </FilterGroup>
      )}
      {!missing && !found.location && !hasLists && found.groups.length === 0 && !hasExclusions && (
        <SearchNote>No filters match</SearchNote>
      )}
    </Box>
  )
})
