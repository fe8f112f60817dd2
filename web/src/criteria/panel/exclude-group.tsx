import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { pluralize } from '../../lib/format/format.ts'
import { useHasSavedSearches, useSavedSearchNames } from '../describe/criterion-labels.data.ts'
import { setCriteriaValue } from '../edit-criteria.ts'
import { CheckBox } from '../inputs/check-box.tsx'
import { CheckList, type CheckListChoice } from '../inputs/check-list.tsx'
import { TextButton } from '../inputs/text-button.tsx'
import { useSavedSearches } from '../saved-searches/saved-searches.data.ts'

type ExcludeProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** The limit of the contract. */
const maxSearches = 20

const getDisabledReason = (hasExclusions: boolean, isFull: boolean) => {
  if (hasExclusions) return 'This search excludes other searches, so it cannot be excluded'
  return isFull ? `At most ${maxSearches} searches can be left out` : undefined
}

const emptyLabel = ({ isError, isPending }: { isError: boolean; isPending: boolean }, text: string) => {
  if (isError) return 'Your saved searches could not be loaded'
  if (isPending) return 'Looking…'
  return text ? 'No saved search is called that' : 'You have no saved searches yet'
}

function ExcludedSavedSearches({ criteria, onChange }: ExcludeProps) {
  const [text, setText] = useState('')
  const searches = useSavedSearches(text)
  const chosen = criteria.exclude?.savedSearchIds ?? []
  const listed = searches.data?.items ?? []
  const getSearchName = useSavedSearchNames(chosen, listed)
  const isFull = chosen.length >= maxSearches
  const unlisted = chosen.filter((id) => !listed.some((search) => search.id === id))
  const choices: CheckListChoice[] = [
    ...unlisted.map((id) => ({ value: id, label: getSearchName(id) })),
    ...listed.map(({ id, name, criteriaSummary }) => ({
      value: id,
      label: name,
      disabledReason: getDisabledReason(criteriaSummary.excludesSearches, isFull),
    })),
  ]
  return (
    <CheckList
      label="Saved searches to leave out"
      none="None"
      choices={choices}
      isStale={searches.isPlaceholderData}
      value={chosen}
      onChange={(next) => onChange(setCriteriaValue(criteria, 'exclude', 'savedSearchIds', next))}
      onSearch={setText}
      empty={emptyLabel(searches, text)}
    />
  )
}

/** Exclusions: purchased leads, institutional owners, other saved searches, and single properties. */
export function ExcludeGroup({ criteria, onChange }: ExcludeProps) {
  const hasSearches = useHasSavedSearches()
  const excludedCount = criteria.exclude?.propertyIds?.length ?? 0
  return (
    <>
      <CheckBox
        label="Leave out purchased leads"
        checked={criteria.exclude?.delivered ?? true}
        onChange={(checked) =>
          onChange(setCriteriaValue(criteria, 'exclude', 'delivered', checked ? undefined : false))
        }
      />
      <CheckBox
        label="Exclude institutional owners"
        checked={criteria.exclude?.institutional ?? false}
        onChange={(checked) =>
          onChange(setCriteriaValue(criteria, 'exclude', 'institutional', checked ? true : undefined))
        }
      />
      {hasSearches && <ExcludedSavedSearches criteria={criteria} onChange={onChange} />}
      {excludedCount > 0 && (
        <Group gap={8} justify="space-between" wrap="nowrap" fz="sm" lh="18px">
          <span>{pluralize(excludedCount, 'property', 'properties')} left out</span>
          <TextButton
            flex="none"
            aria-label={`Take back ${pluralize(excludedCount, 'property', 'properties')}`}
            onClick={() => onChange(setCriteriaValue(criteria, 'exclude', 'propertyIds', undefined))}
          >
            Take back
          </TextButton>
        </Group>
      )}
    </>
  )
}
