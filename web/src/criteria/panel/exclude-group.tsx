import type { Criteria } from '@dooryard/contract/criteria'
import { Group } from '@mantine/core'
import { useState } from 'react'
import { plural } from '../../lib/format.ts'
import { useHasSearches, useSearchNames } from '../describe/phrases.data.ts'
import { withValue } from '../edit-criteria.ts'
import { CheckBox } from '../inputs/check-box.tsx'
import { CheckList, type Choice } from '../inputs/check-list.tsx'
import { TextButton } from '../inputs/text-button.tsx'
import { useSavedSearches } from '../saved-searches/saved-searches.data.ts'

type ExcludeProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** As many as the contract takes. */
const mostSearches = 20

const whyNot = (leavesOut: boolean, isFull: boolean) => {
  if (leavesOut) return 'Leaves out saved searches itself, so it cannot be left out'
  return isFull ? `At most ${mostSearches} searches can be left out` : undefined
}

const emptyLabel = ({ isError, isPending }: { isError: boolean; isPending: boolean }, text: string) => {
  if (isError) return 'Your saved searches could not be loaded'
  if (isPending) return 'Looking…'
  return text ? 'No saved search is called that' : 'You have no saved searches yet'
}

function SearchesLeftOut({ criteria, onChange }: ExcludeProps) {
  const [text, setText] = useState('')
  const searches = useSavedSearches(text)
  const chosen = criteria.exclude?.savedSearchIds ?? []
  const listed = searches.data?.items ?? []
  const nameOf = useSearchNames(chosen, listed)
  const isFull = chosen.length >= mostSearches
  const unlisted = chosen.filter((id) => !listed.some((search) => search.id === id))
  const choices: Choice[] = [
    ...unlisted.map((id) => ({ value: id, label: nameOf(id) })),
    ...listed.map(({ id, name, criteriaSummary }) => ({
      value: id,
      label: name,
      whyNot: whyNot(criteriaSummary.excludesSearches, isFull),
    })),
  ]
  return (
    <CheckList
      label="Saved searches to leave out"
      none="None"
      choices={choices}
      isStale={searches.isPlaceholderData}
      value={chosen}
      onChange={(next) => onChange(withValue(criteria, 'exclude', 'savedSearchIds', next))}
      onSearch={setText}
      empty={emptyLabel(searches, text)}
    />
  )
}

/** What is left out of what matches: leads that are theirs already, other searches, and single properties. */
export function ExcludeGroup({ criteria, onChange }: ExcludeProps) {
  const hasSearches = useHasSearches()
  const single = criteria.exclude?.propertyIds?.length ?? 0
  return (
    <>
      <CheckBox
        label="Leave out leads you already have"
        checked={criteria.exclude?.delivered ?? true}
        onChange={(checked) => onChange(withValue(criteria, 'exclude', 'delivered', checked ? undefined : false))}
      />
      {hasSearches && <SearchesLeftOut criteria={criteria} onChange={onChange} />}
      {single > 0 && (
        <Group gap={8} justify="space-between" wrap="nowrap" fz="sm" lh="18px">
          <span>{plural(single, 'property', 'properties')} left out</span>
          <TextButton
            flex="none"
            aria-label={`Take back ${plural(single, 'property', 'properties')}`}
            onClick={() => onChange(withValue(criteria, 'exclude', 'propertyIds', undefined))}
          >
            Take back
          </TextButton>
        </Group>
      )}
    </>
  )
}
