import { type Criteria, maxChosenLists } from '@dooryard/contract/criteria/criteria'
import { pluralize } from '../../lib/format/format.ts'
import { setCriteriaValue } from '../edit-criteria.ts'
import { CheckList } from '../inputs/check-list.tsx'
import { usePropertyLists } from '../lists/lists.data.ts'
import { FilterGroup } from './filter-group.tsx'

type ListsGroupProps = {
  criteria: Criteria
  onChange: (criteria: Criteria) => void
  isOpen: boolean
  onToggle: () => void
}

/** Limits the search to lists of the user; nothing for users without any. */
export function ListsGroup({ criteria, onChange, isOpen, onToggle }: ListsGroupProps) {
  const lists = usePropertyLists() ?? []
  const value = criteria.only?.listIds ?? []
  if (lists.length === 0) return null
  const choose = (ids: string[] | undefined) => onChange(setCriteriaValue(criteria, 'only', 'listIds', ids))
  const isFull = value.length >= maxChosenLists
  return (
    <FilterGroup
      label="Lists"
      activeCount={value.length > 0 ? 1 : 0}
      onClear={() => choose(undefined)}
      {...{ isOpen, onToggle }}
    >
      <CheckList
        label="On any of your lists"
        choices={lists.map(({ id, name, properties }) => ({
          value: id,
          label: name,
          description: pluralize(properties, 'property', 'properties'),
          disabledReason: isFull ? `At most ${maxChosenLists} lists` : undefined,
        }))}
        value={value}
        onChange={choose}
      />
    </FilterGroup>
  )
}
