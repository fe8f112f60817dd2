import { Box, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDeferred } from '../../ui/hooks.ts'
import type { ColumnFilter, OwnFilterProps } from '../../ui/table/columns.ts'
import filters from '../../ui/table/toolbar.module.css'

/** The picker is heavier than a table with all its other filters, and comes once it is asked for. */
function OwnerBox({ label, value, onFilter }: OwnFilterProps) {
  const ids = Array.isArray(value) ? value.map(String) : []
  const [typed, setTyped] = useState<string>()
  const isWanted = typed !== undefined || ids.length > 0
  const Picker = useDeferred(async () => (await import('./owner-picker.tsx')).OwnerPicker, isWanted)
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

/** Narrows a list of everybody's things to those of some users, whom the address names. */
export const ownerFilter: ColumnFilter = { kind: 'own', key: 'userId', label: 'Owners', Box: OwnerBox }
