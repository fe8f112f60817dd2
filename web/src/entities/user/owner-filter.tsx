import { Box, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLazyLoadWhen } from '../../ui/hooks/hooks.ts'
import type { ColumnFilter, CustomFilterProps } from '../../ui/table/columns.ts'
import filters from '../../ui/table/filters/toolbar.module.css'

/** The picker is larger than a table with all its other filters, so it loads on first use. */
function OwnerFilterBox({ label, value, onFilter }: CustomFilterProps) {
  const ids = Array.isArray(value) ? value.map(String) : []
  const [typed, setTyped] = useState<string>()
  const isWanted = typed !== undefined || ids.length > 0
  const Picker = useLazyLoadWhen(async () => (await import('./owner-picker.tsx')).OwnerPicker, isWanted)
  return (
    <Box className={filters.wide}>
      {Picker ? (
        <Picker
          label={label}
          value={ids}
          typed={typed}
          onChange={(next) => onFilter(next.length > 0 ? next : undefined)}
        />
      ) : (
        <TextInput
          aria-label={label}
          placeholder={label}
          value={typed ?? ''}
          onFocus={() => setTyped('')}
          onBlur={() => setTyped(undefined)}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </Box>
  )
}

/** Filters a list of all users' data by owners, whose ids are in the address. */
export const ownerFilter: ColumnFilter = { kind: 'own', key: 'userId', label: 'Owners', Box: OwnerFilterBox }
