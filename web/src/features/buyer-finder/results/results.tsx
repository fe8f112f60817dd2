import type { BuyerPage } from '@dooryard/contract/properties/buyers'
import { Button, Group, Paper } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { MapPinOff, MousePointerClick } from 'lucide-react'
import type { Position } from '../../../criteria/places/position.ts'
import { PlacesMap } from '../../../map/lazy-map.tsx'
import { LoadFailure, StateView } from '../../../ui/feedback/state-view.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { useBuyerChoiceContext } from '../buyer/use-buyer-choice.ts'
import classes from '../buyer-finder.module.css'
import type { BuyerFinderState } from '../buyer-search.ts'
import type { ResolvedSubject } from '../search/use-subject.ts'
import { BuyerList } from './buyer-list.tsx'
import { getBuyerKey, type Point, toPagePoints } from './map-points.ts'

/** Set while the next click on the map sets the subject. */
type MapPicking = { onPick: (point: Position) => void; onCancel: () => void }

type BuyerMapProps = {
  center?: Position | undefined
  miles?: number
  points?: readonly Point[]
  onActive?: (id: string | undefined) => void
  onOpen?: (id: string) => void
  picking: MapPicking | undefined
  isTall: boolean
}

const noPoints: readonly Point[] = []
const ignore = () => undefined

/** The subject with its radius, and the purchases of the listed buyers. */
export function BuyerMap({ picking, isTall, ...map }: BuyerMapProps) {
  const { center, miles, points = noPoints, onActive = ignore, onOpen = ignore } = map
  return (
    <section className={classes.map} aria-label="Map" data-tall={isTall || undefined} data-picking={picking && true}>
      <PlacesMap
        {...{ center, miles, points, onActive, onOpen }}
        active={undefined}
        onPick={picking?.onPick}
        label="Map of the purchases"
      />
      {picking && (
        <Group
          component="p"
          pos="absolute"
          top={12}
          left="50%"
          w="max-content"
          maw="calc(100% - 96px)"
          m={0}
          p="6px 8px 6px 12px"
          bd="1px solid var(--mantine-color-default-border)"
          bdrs="md"
          bg="var(--mantine-color-body)"
          fz={13}
          style={{ translate: '-50% 0' }}
          gap={8}
          wrap="nowrap"
          role="status"
        >
          <MousePointerClick size={16} aria-hidden="true" />
          Click the map to find buyers there
          <Button size="compact-xs" variant="default" onClick={picking.onCancel}>
            Cancel
          </Button>
        </Group>
      )}
    </section>
  )
}

const problemMessages = {
  missing: {
    title: 'This property does not exist',
    text: 'The link may be incomplete. Enter a place above, or pick one.',
  },
  'no position': {
    title: 'This property has no known position',
    text: 'Its county publishes no coordinates. Pick the place on the map instead.',
  },
}

type SubjectProblemProps = { problem: NonNullable<ResolvedSubject['problem']>; onPick: () => void }

export const SubjectProblem = ({ problem, onPick }: SubjectProblemProps) => (
  <Paper withBorder>
    <StateView
      icon={MapPinOff}
      {...problemMessages[problem]}
      action={
        <Button variant="default" onClick={onPick}>
          Pick on the map
        </Button>
      }
    />
  </Paper>
)

type ResultsProps = {
  state: BuyerFinderState
  onState: OnTableStateChange
  result: UseQueryResult<BuyerPage>
  center: Position | undefined
  view: BuyerFinderState['view']
  picking: MapPicking | undefined
}

export function Results({ state, onState, result, center, view, picking }: ResultsProps) {
  const { page, active, onActive } = useBuyerChoiceContext()
  return (
    <>
      {view === 'map' && result.isError && !result.data && (
        <LoadFailure what="Buyers" error={result.error} onRetry={() => void result.refetch()} />
      )}
      {view !== 'list' && (
        <BuyerMap
          center={center}
          miles={state.miles}
          points={result.data ? toPagePoints(page, result.data.since, active ?? state.buyer) : noPoints}
          onActive={(point) => onActive(point && getBuyerKey(point))}
          onOpen={(point) => onState({ buyer: getBuyerKey(point) })}
          picking={picking}
          isTall={view === 'map'}
        />
      )}
      {view !== 'map' && <BuyerList {...{ state, result, center, onState }} />}
    </>
  )
}
