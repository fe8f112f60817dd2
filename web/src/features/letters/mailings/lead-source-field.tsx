import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { allLeads, useLeadSources, useSourceLabel } from './lead-sources.data.ts'

const debounceMs = 250

/** The leads of a mailing: all of them, or those of an order, a campaign or a list, which is found by its name. */
export function LeadSourceField({ source, onSource }: { source: string; onSource: (source: string) => void }) {
  const [text, setText] = useState('')
  const label = useSourceLabel(source)
  const [typed] = useDebouncedValue(text.trim(), debounceMs)
  // The name of what is chosen is no search.
  const search = typed === label ? '' : typed
  const { groups, isPending } = useLeadSources(search)
  const isOffered = groups.some(({ items }) => items.some(({ value }) => value === source))
  const chosen = isOffered || source === allLeads ? [] : [{ value: source, label }]
  return (
    <Select
      label="Leads"
      data={[{ value: allLeads, label: 'All my leads' }, ...chosen, ...groups]}
      value={source}
      onChange={(value) => value && onSource(value)}
      allowDeselect={false}
      searchable
      onSearchChange={setText}
      // The server has already filtered them.
      filter={({ options }) => (search === '' ? options : options.filter((one) => 'group' in one))}
      nothingFoundMessage={isPending ? 'Searching…' : 'No orders or lists found'}
      maxLength={100}
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
