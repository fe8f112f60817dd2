import { adminUsers } from '@dooryard/contract/admin-users'
import type { User } from '@dooryard/contract/users'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { unknown } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { TwoLines } from '../../ui/display/facts.tsx'

const mostOffered = 10

const usersFound = (text: string) =>
  liveQueryOf(adminUsers.list, { query: { limit: mostOffered, sort: 'name', order: 'asc', search: text || undefined } })

const usersOf = (ids: string[]) => ({ ...liveQueryOf(adminUsers.many, { query: { ids } }), enabled: ids.length > 0 })

type OwnerPickerProps = {
  label: string
  value: string[]
  /** What was typed into the box before this one was there; it goes on here. */
  typed: string | undefined
  onChange: (ids: string[]) => void
}

const typingPause = 250

export function OwnerPicker({ label, value, typed, onChange }: OwnerPickerProps) {
  const [text, setText] = useState(typed ?? '')
  const [asked] = useDebouncedValue(text.trim(), typingPause)
  const [isOpen, setOpen] = useState(typed !== undefined)
  const found = useQuery({ ...usersFound(asked), enabled: isOpen })
  const chosen = useQuery(usersOf(value))
  const known = new Map<string, User>()
  for (const user of [...(found.data?.items ?? []), ...(chosen.data?.items ?? [])]) known.set(user.id, user)
  const offered = found.data?.items.map(({ id }) => id) ?? []
  const nameOfId = (id: string) => {
    const user = known.get(id)
    return user ? nameOf(user) : chosen.isPending ? '…' : unknown
  }
  return (
    <MultiSelect
      aria-label={label}
      autoFocus={typed !== undefined}
      defaultDropdownOpened={typed !== undefined}
      placeholder={value.length === 0 ? label : undefined}
      data={[...new Set([...offered, ...value])].map((id) => ({ value: id, label: nameOfId(id) }))}
      value={value}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has found them, by more than their names.
      filter={({ options }) => options.filter((option) => 'value' in option && offered.includes(option.value))}
      renderOption={({ option }) => <TwoLines first={option.label} second={known.get(option.value)?.email} />}
      hidePickedOptions
      // Beside a name there is room to look for the next one.
      styles={{ inputField: { flex: '1 1 40px', width: 40, minWidth: 40 } }}
      nothingFoundMessage={nothingFound(found)}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear' }}
      maxLength={100}
      comboboxProps={{ shadow: 'md', width: 280, position: 'bottom-start' }}
    />
  )
}

function nothingFound({ isPending, error }: { isPending: boolean; error: Error | null }): string {
  if (error) return sentenceFor(error)
  return isPending ? 'Looking…' : 'Nobody else of that name'
}
