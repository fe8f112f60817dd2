import type { Criteria } from '@dooryard/contract/criteria'
import { useState } from 'react'
import { plural } from '../lib/format.ts'
import { CheckBox } from './check-box.tsx'
import { CheckList, type Choice } from './check-list.tsx'
import classes from './criteria.module.css'
import { valueAt, withValue } from './edit.ts'
import { useHasSearches, useSearchNames } from './phrases.data.ts'
import { useSavedSearches } from './saved-searches.data.ts'

type ExcludeProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** As many as the contract takes. */
const mostSearches = 20

const whyNot = (leavesOut: boolean, isFull: boolean) => {
  if (leavesOut) return 'Leaves out saved searches itself, so it cannot be left out'
  return isFull ? `At most ${mostSearches} searches can be left out` : undefined
}

function SearchesLeftOut({ criteria, onChange }: ExcludeProps) {
  const [text, setText] = useState('')
  const { data, isError, isPlaceholderData } = useSavedSearches(text)
  const chosen = (valueAt(criteria, 'exclude', 'savedSearchIds') as string[] | undefined) ?? []
  const listed = data?.items ?? []
  const nameOf = useSearchNames(chosen, listed)
  const isFull = chosen.length >= mostSearches
  const choices: Choice[] = [
    ...chosen
      .filter((id) => !listed.some((search) => search.id === id))
      .map((id) => ({ value: id, label: nameOf(id) })),
    ...listed.map((search) => ({
      value: search.id,
      label: search.name,
      whyNot: whyNot(search.criteriaSummary.excludesSearches, isFull),
    })),
  ]
  const empty = isError
    ? 'Your saved searches could not be loaded'
    : data === undefined
      ? 'Looking…'
      : text
        ? 'No saved search is called that'
        : 'You have no saved searches yet'
  return (
    <CheckList
      label="Saved searches to leave out"
      none="None"
      choices={choices}
      isStale={isPlaceholderData}
      value={chosen}
      onChange={(next) => onChange(withValue(criteria, 'exclude', 'savedSearchIds', next))}
      onSearch={setText}
      empty={empty}
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
        <p className={classes.choice}>
          <span>{plural(single, 'property', 'properties')} left out</span>
          <button
            type="button"
            className={classes.clear}
            aria-label={`Take back ${plural(single, 'property', 'properties')}`}
            onClick={() => onChange(withValue(criteria, 'exclude', 'propertyIds', undefined))}
          >
            Take back
          </button>
        </p>
      )}
    </>
  )
}
