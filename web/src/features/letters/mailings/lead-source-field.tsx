import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { allLeads, toSearch, useLeadSources, useSourceLabel } from './lead-sources.data.ts'

const debounceMs = 250

/** Enter chooses an option, and never submits the form with the leads chosen before. */
const keepForm = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault()

/** The leads of a mailing: all of them, or those of an order, a campaign or a list, which is found by its name. */
export function LeadSourceField({ source, onSource }: { source: string; onSource: (source: string) => void }) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState({ value: '', label: '' })
  const named = useSourceLabel(source)
  const label = picked.value === source ? picked.label : named
  // What is chosen is no search.
  const wanted = text === label ? '' : toSearch(text)
  const [search] = useDebouncedValue(wanted, debounceMs)
  const { groups, error, isPending } = useLeadSources(search)
  const isSearching = isPending || search !== wanted
  const found = isSearching || error ? [] : groups
  // One option for what is chosen, whatever is found: the field shows its label as its text, which is searched for.
  const others = found
    .map(({ group, items }) => ({ group, items: items.filter(({ value }) => value !== source) }))
    .filter(({ items }) => items.length > 0)
  const chosen = source === allLeads ? [] : [{ value: source, label }]
  const isNamed = (name: string) => name.toLowerCase().includes(wanted.toLowerCase())
  // What is typed replaces the name of what is chosen.
  const selectChosen = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    if (currentTarget.value === label) currentTarget.select()
  }
  return (
    <Select
      label="Leads"
      data={[{ value: allLeads, label: 'All my leads' }, ...chosen, ...others]}
      value={source}
      onChange={(_, option) => {
        if (!option) return
        setPicked({ value: option.value, label: option.label })
        onSource(option.value)
      }}
      onFocus={selectChosen}
      onClick={selectChosen}
      onKeyDown={keepForm}
      allowDeselect={false}
      searchable
      onSearchChange={setText}
      // The server has already filtered them.
      filter={({ options }) =>
        wanted === '' ? options : options.filter((one) => 'group' in one || isNamed(one.label))
      }
      nothingFoundMessage={isSearching ? 'Searching…' : error ? getErrorMessage(error) : 'Nothing found'}
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
