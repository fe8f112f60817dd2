import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ListFilter, Search } from 'lucide-react'
import { lazy, type ReactNode, useRef } from 'react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { useSingleKeys } from '../../hooks/single-keys.ts'
import type { ColumnFilter, TableStateChange } from '../columns.ts'
import classes from './toolbar.module.css'

type SearchBoxProps = { by: string; value: string; onSearch: (value: string) => void; onDown: () => void }

function SearchBox({ by, value, onSearch, onDown }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const { text, type, set } = useDebouncedText(value, onSearch)
  useSingleKeys([['/', () => input.current?.focus()]])
  return (
    <TextInput
      ref={input}
      w={{ base: '100%', sm: 280 }}
      type="search"
      aria-label={`Search by ${by}...`}
      placeholder={`Search by ${by}...`}
      maxLength={100}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') set('')
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        onDown()
      }}
      leftSection={<Search size={16} aria-hidden="true" />}
      rightSection={text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => set('')} />}
    />
  )
}

// Tables without filters do not load it.
const FilterBox = lazy(async () => ({ default: (await import('./filters.tsx')).FilterBox }))

type ToolbarProps = {
  searchBy?: string
  search: string
  filters: { filter: ColumnFilter; value: unknown }[]
  onChange: (change: TableStateChange) => void
  onDown: () => void
  children?: ReactNode
}

/** From this many filters on, a phone folds them, so that the first rows are on the screen. */
const minFolded = 3

/** The button that unfolds the filters on a phone, with how many are set. */
function FoldButton({ set, isOpen, onToggle }: { set: number; isOpen: boolean; onToggle: () => void }) {
  return (
    <Button
      hiddenFrom="sm"
      fullWidth
      variant="default"
      aria-expanded={isOpen}
      leftSection={<ListFilter size={16} aria-hidden="true" />}
      onClick={onToggle}
    >
      {set > 0 ? `Filters (${set})` : 'Filters'}
    </Button>
  )
}

/** The search box and filters above a table. Any change returns to page 1. Suspends until all of it is loaded. */
export function Toolbar({ searchBy, search, filters, onChange, onDown, children }: ToolbarProps) {
  const [isOpen, { toggle }] = useDisclosure()
  const isFolding = filters.length >= minFolded
  const set = filters.filter(({ value }) => String(value ?? '')).length
  return (
    <Group gap={8} mih={61} p={12} style={{ borderBottom: '1px solid var(--line)' }}>
      {searchBy && (
        <SearchBox
          by={searchBy}
          value={search}
          onSearch={(value) => onChange({ search: value || undefined, page: 1 })}
          onDown={onDown}
        />
      )}
      {isFolding && <FoldButton set={set} isOpen={isOpen} onToggle={toggle} />}
      <div className={classes.folding} data-folded={(isFolding && !isOpen) || undefined}>
        {filters.map(({ filter, value }) => (
          <FilterBox
            key={filter.key}
            filter={filter}
            value={value}
            onFilter={(next) => onChange({ [filter.key]: next, page: 1 })}
          />
        ))}
      </div>
      {children}
    </Group>
  )
}
