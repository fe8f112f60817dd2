import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import type { User } from '@dooryard/contract/identity/users'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { emptyValue } from '../../lib/format/format.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'

const maxSuggestions = 10

const userSearchQuery = (text: string) =>
  buildLiveQuery(adminUsers.list, {
    query: { limit: maxSuggestions, sort: 'name', order: 'asc', search: text || undefined },
  })

const usersByIdQuery = (ids: string[]) => ({
  ...buildLiveQuery(adminUsers.many, { query: { ids } }),
  enabled: ids.length > 0,
})

type OwnerPickerProps = {
  label: string
  value: string[]
  /** Text typed before the picker was loaded, which continues here. */
  typed: string | undefined
  onChange: (ids: string[]) => void
}

const debounceMs = 250

export function OwnerPicker({ label, value, typed, onChange }: OwnerPickerProps) {
  const [text, setText] = useState(typed ?? '')
  const [debounced] = useDebouncedValue(text.trim(), debounceMs)
  const [isOpen, setOpen] = useState(typed !== undefined)
  const found = useQuery({ ...userSearchQuery(debounced), enabled: isOpen })
  const chosen = useQuery(usersByIdQuery(value))
  const known = new Map<string, User>()
  for (const user of [...(found.data?.items ?? []), ...(chosen.data?.items ?? [])]) known.set(user.id, user)
  const foundIds = found.data?.items.map(({ id }) => id) ?? []
  const formatOwner = (id: string) => {
    const user = known.get(id)
    return user ? formatUserName(user) : chosen.isPending ? '…' : emptyValue
  }
  return (
    <MultiSelect
      aria-label={label}
      autoFocus={typed !== undefined}
      defaultDropdownOpened={typed !== undefined}
      placeholder={value.length === 0 ? label : undefined}
      {...(value.length > 0 && { leftSection: `${label}:`, leftSectionWidth: `${label.length + 2}ch` })}
      data={[...new Set([...foundIds, ...value])].map((id) => ({ value: id, label: formatOwner(id) }))}
      value={value}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has already matched them, by more than their names.
      filter={({ options }) => options.filter((option) => 'value' in option && foundIds.includes(option.value))}
      renderOption={({ option }) => (
        <TextWithDescription first={option.label} second={known.get(option.value)?.email} />
      )}
      hidePickedOptions
      // Leaves room next to a selected name for typing the next one.
      styles={{ inputField: { flex: '1 1 40px', width: 40, minWidth: 40 } }}
      nothingFoundMessage={formatNothingFound(found)}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear' }}
      maxLength={100}
      comboboxProps={{ shadow: 'md', width: 280, position: 'bottom-start' }}
    />
  )
}

function formatNothingFound({ isPending, error }: { isPending: boolean; error: Error | null }): string {
  if (error) return getErrorMessage(error)
  return isPending ? 'Looking…' : 'Nobody else of that name'
}
