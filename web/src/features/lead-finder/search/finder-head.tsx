import type { Criteria } from '@dooryard/contract/criteria'
import { ActionIcon, Flex, Group, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Columns3, Keyboard, List, type LucideIcon, Map as MapIcon, Rows2 } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { CriteriaCount } from '../../../criteria/count/live-count.tsx'
import { CriteriaChips } from '../../../criteria/describe/criteria-chips.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { Notice } from '../../../ui/display/panel.tsx'
import { ViewChoice } from '../../../ui/display/segments.tsx'
import { useOnDemand } from '../../../ui/hooks.ts'
import { FiltersButton, type useFinderFrame } from '../../../ui/layout/finder-frame.tsx'
import type { FinderState, FinderView, OnFinder } from '../finder-state.ts'
import type { ColumnChoice } from '../table/column-choice.ts'
import classes from './finder-head.module.css'
import { SavedSearchBar } from './saved-search-bar.tsx'

const views = [
  { value: 'both', icon: Rows2, label: 'Map and table' },
  { value: 'map', icon: MapIcon, label: 'Map', hint: 'Map only (M)' },
  { value: 'table', icon: List, label: 'Table', hint: 'Table only (T)' },
] as const

type ViewProps = { view: FinderView; isPhone: boolean; onChange: (view: FinderView) => void }

/** Map, table, or one above the other; by key as well. */
function FinderViewChoice({ view, isPhone, onChange }: ViewProps) {
  const rest = isPhone ? 'table' : 'both'
  useHotkeys([
    ['M', () => onChange(view === 'map' ? rest : 'map')],
    ['T', () => onChange(view === 'table' ? rest : 'table')],
  ])
  return <ViewChoice<FinderView> views={views} view={view} isPhone={isPhone} onChange={onChange} />
}

type HeadMenuProps = {
  label: string
  hint: string
  icon: LucideIcon
  box?: RefObject<HTMLDivElement | null>
  /** Loads what it shows, when it is about to be shown. */
  onOpen: () => void
  children: ReactNode
}

/** A button of the head and what it opens, which the browser places above everything and closes again. */
function HeadMenu({ label, hint, icon: Icon, box, onOpen, children }: HeadMenuProps) {
  const id = useId()
  return (
    <>
      <ActionIcon aria-label={label} data-hint={hint} popoverTarget={id}>
        <Icon size={16} aria-hidden="true" />
      </ActionIcon>
      <div
        ref={box}
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
  const [Columns, load] = useOnDemand(async () => (await import('../table/column-list.tsx')).ColumnList)
  return (
    <HeadMenu label="Columns" hint="Columns" icon={Columns3} onOpen={() => Columns ?? load()}>
      {Columns && <Columns keys={keys} onChoose={choose} />}
    </HeadMenu>
  )
}

function KeyboardLegend() {
  const [Keys, load] = useOnDemand(async () => (await import('./key-list.tsx')).KeyList)
  const box = useRef<HTMLDivElement>(null)
  useHotkeys([['shift+?', () => box.current?.togglePopover()]])
  const onOpen = () => Keys ?? load()
  return (
    <HeadMenu box={box} label="Keyboard shortcuts" hint="Keyboard shortcuts (?)" icon={Keyboard} onOpen={onOpen}>
      {Keys && <Keys />}
    </HeadMenu>
  )
}

type FinderHeadProps = {
  criteria: Criteria
  isWhole: boolean
  view: FinderView
  saved: FinderState['saved']
  frame: ReturnType<typeof useFinderFrame>
  columns: ColumnChoice
  onAsk: (criteria: Criteria) => void
  onState: OnFinder
}

export function FinderHead({ criteria, isWhole, view, saved, frame, columns, onAsk, onState }: FinderHeadProps) {
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
          <CriteriaCount criteria={criteria} />
        </div>
        <Group gap={4} wrap="nowrap" justify="flex-end" flex={{ base: 1, sm: '0 1 auto' }}>
          <FiltersButton frame={frame} />
          <FinderViewChoice view={view} isPhone={frame.isPhone} onChange={(next) => onState({ view: next })} />
          {!frame.isPhone && (
            <>
              <ColumnsMenu keys={columns.keys} choose={columns.choose} />
              <KeyboardLegend />
            </>
          )}
        </Group>
      </Group>
      {saved && <SavedSearchBar key={saved} id={saved} onClose={() => onState({ saved: undefined })} />}
      {!isWhole && (
        <Notice tone="warn">
          Part of this link could not be read, so those filters are left out. Check what is set before you order.
        </Notice>
      )}
      <div className={classes.chips}>
        <CriteriaChips criteria={criteria} onChange={onAsk} />
      </div>
    </Flex>
  )
}
