import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { ActionIcon, Flex, Group, Title } from '@mantine/core'
import { Columns3, Keyboard, List, type LucideIcon, Map as MapIcon, Rows2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { CriteriaCount } from '../../../criteria/count/live-count.tsx'
import { CriteriaChips } from '../../../criteria/describe/criteria-chips.tsx'
import { useTitle } from '../../../lib/navigation/use-title.ts'
import { ViewSwitcher } from '../../../ui/display/segments.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useLazyLoad } from '../../../ui/hooks/hooks.ts'
import { useSingleKeys } from '../../../ui/hooks/single-keys.ts'
import { FiltersButton, type useFinderFrame } from '../../../ui/layout/frames/finder-frame.tsx'
import { openShortcuts } from '../../../ui/shell/shortcuts/open-shortcuts.ts'
import type { FinderState, FinderView, OnFinderStateChange } from '../finder-state.ts'
import type { ColumnChoice } from '../table/column-choice.ts'
import classes from './finder-head.module.css'
import { SavedSearchBar } from './saved-search-bar.tsx'

const views = [
  { value: 'both', icon: Rows2, label: 'Map and table' },
  { value: 'map', icon: MapIcon, label: 'Map', hint: 'Map only (M)' },
  { value: 'table', icon: List, label: 'Table', hint: 'Table only (T)' },
] as const

type ViewProps = { view: FinderView; isPhone: boolean; onChange: (view: FinderView) => void }

/** Switches between map, table and both; also by keyboard. */
function FinderViewChoice({ view, isPhone, onChange }: ViewProps) {
  const defaultView = isPhone ? 'table' : 'both'
  useSingleKeys([
    ['M', () => onChange(view === 'map' ? defaultView : 'map')],
    ['T', () => onChange(view === 'table' ? defaultView : 'table')],
  ])
  return <ViewSwitcher<FinderView> views={views} view={view} isPhone={isPhone} onChange={onChange} />
}

type HeaderMenuProps = {
  label: string
  hint: string
  icon: LucideIcon
  /** Loads the content when it is about to be shown. */
  onOpen: () => void
  children: ReactNode
}

/** A button of the header and its popover, which the browser shows on the top layer and dismisses. */
function HeaderMenu({ label, hint, icon: Icon, onOpen, children }: HeaderMenuProps) {
  const id = useId()
  return (
    <>
      <ActionIcon aria-label={label} data-hint={hint} popoverTarget={id}>
        <Icon size={16} aria-hidden="true" />
      </ActionIcon>
      <div
        id={id}
        popover="auto"
        className={classes.menu}
        role="dialog"
        aria-label={label}
        onBeforeToggle={({ newState }) => newState === 'open' && onOpen()}
      >
        {children}
      </div>
    </>
  )
}

function ColumnsMenu({ keys, choose }: Pick<ColumnChoice, 'keys' | 'choose'>) {
  const [Columns, load] = useLazyLoad(async () => (await import('../table/column-list.tsx')).ColumnList)
  return (
    <HeaderMenu label="Columns" hint="Columns" icon={Columns3} onOpen={() => Columns ?? load()}>
      {Columns && <Columns keys={keys} onChoose={choose} />}
    </HeaderMenu>
  )
}

const ShortcutsButton = () => (
  <ActionIcon aria-label="Keyboard shortcuts" data-hint="Keyboard shortcuts (?)" onClick={openShortcuts}>
    <Keyboard size={16} aria-hidden="true" />
  </ActionIcon>
)

type FinderHeaderProps = {
  criteria: Criteria
  isComplete: boolean
  view: FinderView
  saved: FinderState['saved']
  frame: ReturnType<typeof useFinderFrame>
  columns: ColumnChoice
  onCriteriaChange: (criteria: Criteria) => void
  onState: OnFinderStateChange
}

export function FinderHeader({
  criteria,
  isComplete,
  view,
  saved,
  frame,
  columns,
  onCriteriaChange,
  onState,
}: FinderHeaderProps) {
  useTitle('Lead Finder')
  return (
    <Flex
      direction="column"
      flex="none"
      gap={{ base: 6, sm: 8 }}
      px={{ base: 12, sm: 16 }}
      py={{ base: 8, sm: 12 }}
      bg="var(--mantine-color-body)"
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <Group gap="4px 16px" mih={32}>
        <Title order={1} fz={17} lh="24px">
          Lead finder
        </Title>
        <div className={classes.count}>
          <CriteriaCount criteria={criteria} onChange={onCriteriaChange} isRefusalShown />
        </div>
        <Group gap={4} wrap="nowrap" justify="flex-end" flex={{ base: 1, sm: '0 1 auto' }}>
          <FiltersButton frame={frame} />
          <FinderViewChoice view={view} isPhone={frame.isPhone} onChange={(next) => onState({ view: next })} />
          {!frame.isPhone && (
            <>
              <ColumnsMenu keys={columns.keys} choose={columns.choose} />
              <ShortcutsButton />
            </>
          )}
        </Group>
      </Group>
      {saved && <SavedSearchBar key={saved} id={saved} onClose={() => onState({ saved: undefined })} />}
      {!isComplete && (
        <Notice tone="warn">
          Part of this link could not be read, so those filters are not applied. Check what is set before you order.
        </Notice>
      )}
      <div className={classes.chips}>
        <CriteriaChips criteria={criteria} onChange={onCriteriaChange} />
      </div>
    </Flex>
  )
}
