import type { BuyerPage } from '@dooryard/contract/buyers'
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { MapPinOff } from 'lucide-react'
import { LoadFailure, StateView } from '../../ui/display/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import classes from './buyer-finder.module.css'
import { BuyerList } from './buyer-list.tsx'
import { BuyerMap } from './buyer-map.tsx'
import type { BuyerFinderState, Position } from './buyer-search.ts'
import { buyerOfPoint, pagePoints } from './map-points.ts'
import { useChoice } from './use-buyer-choice.ts'
import type { ShownSubject } from './use-subject.ts'

const problems = {
  missing: {
    title: 'This property does not exist',
    text: 'The link may be cut short. Type a place above, or pick one.',
  },
  'no position': {
    title: 'Nobody knows where this property lies',
    text: 'Its county gives no position. Pick the place on the map instead.',
  },
}

type SubjectProblemProps = { problem: NonNullable<ShownSubject['problem']>; onPick: () => void }

/** Why nobody can be looked for around the subject, and the way on. */
export function SubjectProblem({ problem, onPick }: SubjectProblemProps) {
  return (
    <div className={classes.card}>
      <StateView
        icon={MapPinOff}
        {...problems[problem]}
        action={
          <Button variant="default" onClick={onPick}>
            Pick on the map
          </Button>
        }
      />
    </div>
  )
}

type ResultsProps = {
  state: BuyerFinderState
  onState: OnState
  result: UseQueryResult<BuyerPage>
  center: Position | undefined
  view: BuyerFinderState['view']
  picking: { onPick: (point: Position) => void; onCancel: () => void } | undefined
}

/** The buyers on a map and in a list, in step with each other. */
export function Results({ state, onState, result, center, view, picking }: ResultsProps) {
  const { page, active, onActive } = useChoice()
  const shown = active ?? state.buyer
  return (
    <>
      {view === 'map' && result.isError && !result.data && (
        <LoadFailure what="Buyers" error={result.error} onRetry={() => void result.refetch()} />
      )}
      {view !== 'list' && (
        <BuyerMap
          center={center}
          miles={state.miles}
          points={result.data ? pagePoints(page, result.data.since, shown) : []}
          active={undefined}
          onActive={(point) => onActive(point && buyerOfPoint(point))}
          onOpen={(point) => onState({ buyer: buyerOfPoint(point) })}
          picking={picking}
          isTall={view === 'map'}
        />
      )}
      {view !== 'map' && <BuyerList state={state} result={result} onState={onState} />}
    </>
  )
}
