import { filters } from '@dooryard/contract/properties/filters'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildLiveQuery, buildQuery } from '../../lib/api/query.ts'

type CountySelectProps = Pick<SelectProps, 'label' | 'description' | 'error' | 'required'> & {
  /** The FIPS code; empty for none. */
  value: string
  onChange: (fips: string) => void
}

/** Enough for the counties of most states. */
const maxShown = 100

/** Selects a county of the country by its name, its FIPS code or its state. */
export function CountySelect({ value, onChange, ...field }: CountySelectProps) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 200)
  const { data, isPlaceholderData } = useQuery(
    buildLiveQuery(filters.counties, { query: { search: settled || undefined, limit: maxShown } }),
  )
  const chosen = useQuery({ ...buildQuery(filters.counties, { query: { values: [value] } }), enabled: value !== '' })
  // Until the answer to what was typed is there, Enter must not choose from the one before.
  const typed = search.trim().toLowerCase()
  const isStale = isPlaceholderData || settled !== search.trim()
  const fits = ({ value: fips, label }: { value: string; label: string }) =>
    label.toLowerCase().includes(typed) || fips.startsWith(typed)
  const listed = data?.items.filter((county) => !isStale || fits(county)) ?? []
  const found = [...(chosen.data?.items ?? []), ...listed]
  const options = new Map(found.map(({ value: fips, label }) => [fips, { value: fips, label }]))
  return (
    <Select
      {...field}
      placeholder="Name, state or FIPS code"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the county' }}
      // The server has already filtered them.
      filter={({ options: all }) => all}
      data={[...options.values()]}
      value={value || null}
      onChange={(fips) => onChange(fips ?? '')}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={isStale ? 'Searching…' : 'No counties found'}
    />
  )
}
