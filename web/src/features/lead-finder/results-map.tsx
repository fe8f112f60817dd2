import type { Criteria } from '@dooryard/contract/criteria'
import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks'
import { useMemo } from 'react'
import { PropertyMap } from '../../map/late-map.tsx'
import { type OnFinder, readMapView, writeMapView } from './finder-state.ts'
import { usePointed, usePointedId } from './pointed.ts'
import type { Selection } from './use-selection.ts'

type ResultsMapProps = {
  criteria: Criteria
  isWanted: boolean
  map: string | undefined
  follow: boolean
  opened: string | undefined
  selection: Selection
  onAsk: (criteria: Criteria, how: { byMap: true }) => void
  onState: OnFinder
  onOpen: (propertyId: string) => void
}

/** Where the properties are that match; what is pointed at in the table stands out here, and the other way round. */
export function ResultsMap(props: ResultsMapProps) {
  const { criteria, isWanted, map, follow, opened, selection, onAsk, onState, onOpen } = props
  const pointed = usePointed()
  const pointedId = usePointedId()
  const view = useMemo(() => readMapView(map), [map])
  const keepView = useDebouncedCallback((next: string) => onState({ map: next }), 300)
  // A screen that is gone back to looks where it looked, not where this one did last.
  useWindowEvent('popstate', () => keepView.cancel())
  return (
    <PropertyMap
      criteria={criteria}
      isWanted={isWanted}
      view={view}
      onView={(next, _bounds, by) => {
        if (by === 'user') keepView(writeMapView(next))
      }}
      active={pointedId ?? opened}
      onActive={pointed.set}
      onOpen={onOpen}
      selected={selection.selected}
      onSelect={(id) => selection.set([id], !selection.has(id))}
      onLocation={({ ...location } = {}) => {
        const { location: _, ...others } = criteria
        onAsk(Object.keys(location).length > 0 ? { ...others, location } : others, { byMap: true })
        // Whoever leaves this entry of the history and comes back finds both as they belong together.
        keepView.flush()
      }}
      follow={follow}
      onFollow={(isOn) => onState({ follow: isOn })}
    />
  )
}
