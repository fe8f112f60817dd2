import { filters } from '@dooryard/contract/properties/filters'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { buildLiveQuery } from '../../lib/api/query.ts'

type CountyFieldProps = {
  value: string
  onChange: (fips: string) => void
  description?: string
  error?: ReactNode
}

/** Selects a county of the country by its name; the value is its FIPS code, or empty. */
export function CountyField({ value, onChange, description, error }: CountyFieldProps) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), 200)
  const { data } = useQuery(buildLiveQuery(filters.counties, { query: { search: settled || undefined, limit: 8 } }))
  return (
    <Select
      label="County"
      description={description}
      error={error}
      data-path="countyFips"
      placeholder="Search counties"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the county' }}
      // The server has already filtered them.
      filter={({ options }) => options}
      data={data?.items.map(({ value: fips, label }) => ({ value: fips, label })) ?? []}
      value={value || null}
      onChange={(fips) => onChange(fips ?? '')}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No counties found"
    />
  )
}
