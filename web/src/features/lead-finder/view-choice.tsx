import { useHotkeys } from '@mantine/hooks'
import { List, Map as MapIcon, Rows2 } from 'lucide-react'
import { ViewChoice } from '../../ui/display/segments.tsx'
import type { FinderView } from './finder-state.ts'

const views = [
  { value: 'both', icon: Rows2, label: 'Map and table' },
  { value: 'map', icon: MapIcon, label: 'Map', hint: 'Map only (M)' },
  { value: 'table', icon: List, label: 'Table', hint: 'Table only (T)' },
] as const

type FinderViewChoiceProps = { view: FinderView; isPhone: boolean; onChange: (view: FinderView) => void }

/** Map, table, or one above the other; by key as well. */
export function FinderViewChoice({ view, isPhone, onChange }: FinderViewChoiceProps) {
  const rest = isPhone ? 'table' : 'both'
  useHotkeys([
    ['M', () => onChange(view === 'map' ? rest : 'map')],
    ['T', () => onChange(view === 'table' ? rest : 'table')],
  ])
  return <ViewChoice<FinderView> views={views} view={view} isPhone={isPhone} onChange={onChange} />
}
