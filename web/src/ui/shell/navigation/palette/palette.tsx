import type { Role } from '@dooryard/contract/api/roles'
import type { User } from '@dooryard/contract/identity/users'
import { Button, Group, Input, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { pluralize } from '../../../../lib/format/format.ts'
import { useMountedOpen } from '../../../hooks/hooks.ts'
import { useThemeToggle } from '../../theme-toggle.tsx'
import { useFoundGroups } from './palette.data.ts'
import classes from './palette.module.css'
import { isAllowedLink, listFixedGroups, type PaletteItem } from './palette-items.ts'
import { buildOptionId, PaletteList } from './palette-list.tsx'
import { rankItems } from './rank-items.ts'
import { readRecentItems, rememberItem } from './recent-items.ts'

const label = 'Search or jump to'

/** What the server finds of each role. */
const placeholders: Record<Role, string> = {
  CONSUMER_USER: 'Search addresses, parcels, leads, orders, screens…',
  ENTERPRISE_USER: 'Search campaigns, orders, addresses, parcels, leads…',
  SUPER_ADMIN: 'Search users, orders, addresses, parcels, owners…',
  AFFILIATE_USER: 'Search screens and actions…',
}

type PaletteProps = {
  user: User
  /** What was typed before the field had the focus. */
  typedAhead: string
  /** Called when the field has the focus. */
  onReady: () => void
  opened: boolean
  onClose: () => void
  onShortcuts: () => void
}

/** The groups that match what was typed: recent items if nothing was, else also what the server finds. */
function useGroups({ user, opened, onShortcuts }: PaletteProps, typed: string) {
  const theme = useThemeToggle()
  const fixed = listFixedGroups(user.role, theme, onShortcuts)
  const { groups: found, ...state } = useFoundGroups(user.role, typed, opened)
  const recent = {
    label: 'Recent',
    items: readRecentItems(user.id).filter(({ link }) => link && isAllowedLink(user.role, link)),
  }
  const isTyped = typed.trim() !== ''
  const own = isTyped
    ? fixed.map(({ label, items }) => ({ label, items: rankItems(items, typed) }))
    : [recent, ...fixed]
  const groups = isTyped ? [...own, ...found] : own
  const fixedCount = own.reduce((sum, { items }) => sum + items.length, 0)
  return { ...state, fixedCount, groups: groups.filter(({ items }) => items.length > 0) }
}

type ActiveItemProps = {
  items: PaletteItem[]
  /** How many of the items, from the first on, do not come from the server. */
  fixedCount: number
  typed: string
  isLoading: boolean
  opened: boolean
  onChoose: (item: PaletteItem) => void
}

/**
 * Moves through the items with the arrow keys, and runs the active one with Enter. Until the server has answered, Enter
 * waits for its best match, unless a fixed item or one chosen with the arrow keys is active.
 */
function useActiveItem({ items, fixedCount, typed, isLoading, opened, onChoose }: ActiveItemProps) {
  const [chosen, setChosen] = useState<{ typed: string; index: number }>()
  // What was typed when Enter was pressed.
  const [awaited, setAwaited] = useState<string>()
  // Each search begins at its best match.
  const active = chosen?.typed === typed ? Math.min(chosen.index, items.length - 1) : 0
  const isFinal = !isLoading || active < fixedCount || chosen?.typed === typed
  const endWait = useEffectEvent(() => {
    setAwaited(undefined)
    const [best] = items
    if (opened && best && awaited === typed) onChoose(best)
  })
  useEffect(() => {
    if (awaited !== undefined && (!isLoading || awaited !== typed)) endWait()
  }, [awaited, isLoading, typed])
  const setActive = (index: number) => setChosen({ typed, index })
  const move = (index: number) => {
    setAwaited(undefined)
    setActive((index + items.length) % items.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const item = items[active]
    if (event.key === 'Enter' && !isFinal) setAwaited(typed)
    else if (!item) return
    else if (event.key === 'ArrowDown') move(active + 1)
    else if (event.key === 'ArrowUp') move(active - 1)
    else if (event.key === 'Enter') onChoose(item)
    else return
    event.preventDefault()
  }
  return { active, setActive, onKeyDown }
}

/** How the search goes: read to screen readers, and shown where there is no result. */
function getStatus(count: number, { isLoading, isError }: { isLoading: boolean; isError: boolean }): string {
  if (isLoading) return 'Searching…'
  if (isError) return 'Search failed'
  return count === 0 ? 'No results' : pluralize(count, 'result')
}

/** The field and its results. Mounted anew for each opening. */
function PaletteBody(props: PaletteProps) {
  const { user, typedAhead, opened, onReady, onClose } = props
  const [changed, setChanged] = useState<string>()
  const typed = changed ?? typedAhead
  const { groups, fixedCount, retry, ...state } = useGroups(props, typed)
  const items = groups.flatMap((group) => group.items)
  const navigate = useNavigate()
  const choose = (item: PaletteItem) => {
    onClose()
    rememberItem(user.id, item)
    if (item.link) void navigate(item.link)
    else item.run()
  }
  const { active, setActive, onKeyDown } = useActiveItem({
    ...{ items, fixedCount, typed, opened },
    isLoading: state.isLoading,
    onChoose: choose,
  })
  const id = useId()
  const status = getStatus(items.length, state)
  const isStatusShown = typed.trim() !== '' && (items.length === 0 || state.isLoading || state.isError)
  return (
    <>
      <Input
        size="lg"
        data-autofocus
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={items.length > 0 ? id : undefined}
        aria-activedescendant={items.length > 0 ? buildOptionId(id, active) : undefined}
        aria-autocomplete="list"
        aria-label={label}
        placeholder={placeholders[user.role]}
        autoComplete="off"
        spellCheck={false}
        leftSection={<Search size={18} aria-hidden="true" />}
        classNames={{ input: classes.search }}
        value={typed}
        onChange={(event) => setChanged(event.currentTarget.value)}
        onFocus={onReady}
        onKeyDown={onKeyDown}
      />
      {items.length > 0 && <PaletteList {...{ groups, id, active }} onChoose={choose} onActive={setActive} />}
      <Group justify="center" className={isStatusShown ? classes.status : 'visually-hidden'}>
        <span role="status">{typed.trim() && status}</span>
        {state.isError && !state.isLoading && (
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try Again
          </Button>
        )}
      </Group>
    </>
  )
}

/** Screens, records and actions by name. */
export function Palette(props: PaletteProps) {
  const isOpen = useMountedOpen(props.opened)
  return (
    <Modal
      opened={isOpen}
      onClose={props.onClose}
      withCloseButton={false}
      centered={false}
      yOffset={80}
      size={600}
      padding={0}
      radius="lg"
      // Above dialogs and below the banner.
      zIndex={250}
      transitionProps={{ duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      attributes={{ content: { 'aria-label': label } }}
    >
      <PaletteBody {...props} />
    </Modal>
  )
}
