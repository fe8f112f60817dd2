import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useRef } from 'react'
import type { OnState } from '../../ui/table/columns.ts'
import { CheckPanel } from './check-panel.tsx'
import { CoverageTable } from './coverage-table.tsx'
import { HeadPanel } from './head-panel.tsx'
import classes from './integration.module.css'
import type { IntegrationSearch } from './integration-search.ts'
import { InternalPanel } from './internal-panel.tsx'
import { OtherLists } from './other-lists.tsx'

// The first sight is of what there is.
const DncIntake = lazy(async () => ({ default: (await import('./dnc-intake.tsx')).DncIntake }))

/** The do-not-call lists: what is covered, whether a number may be called, and the ways in for more. */
export function DncPart({ state, onState }: { state: IntegrationSearch; onState: OnState }) {
  const intake = useRef<HTMLDivElement>(null)
  const goToIntake = () => {
    intake.current?.scrollIntoView()
    intake.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.screen}>
      <HeadPanel />
      <CoverageTable state={state} onState={onState} onImport={goToIntake} />
      <OtherLists />
      <div className={classes.pair}>
        <CheckPanel />
        <InternalPanel />
      </div>
      <div ref={intake} tabIndex={-1} className={classes.target}>
        <Suspense fallback={<Skeleton height={560} radius="md" />}>
          <DncIntake state={state} onState={onState} />
        </Suspense>
      </div>
    </div>
  )
}
