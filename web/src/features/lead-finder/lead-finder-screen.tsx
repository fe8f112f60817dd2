import type { Criteria } from '@dooryard/contract/criteria'
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { CriteriaPanel } from '../../criteria/criteria-panel.tsx'
import { CriteriaCount } from '../../criteria/live-count.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { FinderFrame, useFinderFrame } from '../../ui/layout/finder-frame.tsx'
import { Split } from '../../ui/layout/split.tsx'
import { FinderHead } from './finder-head.tsx'
import type { FinderState, OnFinder } from './finder-state.ts'
import classes from './lead-finder.module.css'
import { createPointed, PointedProvider } from './pointed.ts'
import { PropertyDrawer } from './property-drawer.tsx'
import { Results } from './results.tsx'
import { ResultsFoot } from './results-foot.tsx'
import { ResultsMap } from './results-map.tsx'
import { useFinder } from './use-finder.ts'
import { useOpening } from './use-opening.ts'

type LeadFinderProps = {
  state: FinderState
  /** False where some of the criteria that the address has cannot be read. */
  isWhole: boolean
  onState: OnFinder
}

/** Search properties and their owners: filters, the exact count, a map and every row. */
export function LeadFinderScreen(props: LeadFinderProps) {
  const criteria = useOpening(props.state, props.onState)
  return criteria ? <Finder {...props} criteria={criteria} /> : <Opening />
}

/** While it is asked whether there is a search to open with. */
function Opening() {
  useTitle('Lead Finder')
  return (
    <FinderFrame frame={useFinderFrame()} filters={null} count={null} isFixed>
      <div className={classes.waiting} role="status" aria-label="Loading the lead finder">
        <Skeleton height={24} width={240} />
        <Skeleton height={240} />
        <Skeleton height={16} width="80%" />
        <Skeleton height={16} width="60%" />
      </div>
    </FinderFrame>
  )
}

function Finder({ criteria, state, isWhole, onState }: LeadFinderProps & { criteria: Criteria }) {
  const frame = useFinderFrame()
  const [pointed] = useState(createPointed)
  const finder = useFinder(criteria, state, onState)
  const { isCounted, rows, selection, columns, open, ask } = finder
  const view = frame.isPhone && state.view === 'both' ? 'table' : state.view
  const isEmpty = rows.total === 0 && rows.first.data !== undefined
  return (
    <PointedProvider value={pointed}>
      <FinderFrame
        frame={frame}
        filters={<CriteriaPanel criteria={criteria} onChange={ask} />}
        count={<CriteriaCount criteria={criteria} />}
        foot={
          <ResultsFoot
            {...{ criteria, isEmpty, selection, isCounted, onState }}
            saved={state.saved}
            onEdit={finder.edit}
          />
        }
        isFixed
      >
        <FinderHead {...{ criteria, isWhole, view, frame, columns, onState }} saved={state.saved} onAsk={ask} />
        <Split
          name="lead-finder"
          label="Room for the map"
          top={
            view !== 'table' && (
              <ResultsMap
                {...{ criteria, selection, onState }}
                isWanted={isCounted}
                map={state.map}
                follow={state.follow}
                opened={state.property}
                onAsk={ask}
                onOpen={open}
              />
            )
          }
          bottom={view !== 'map' && <Results {...{ finder, criteria, state, onState }} isPhone={frame.isPhone} />}
        />
      </FinderFrame>
      <PropertyDrawer id={state.property} onClose={finder.close} onStep={finder.step} placeOf={finder.placeOf} />
    </PointedProvider>
  )
}
