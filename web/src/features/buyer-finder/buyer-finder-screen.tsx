import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useRef } from 'react'
import { FinderFrame, useFinderFrame } from '../../ui/layout/finder-frame.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { BuyerDrawer } from './buyer-drawer.tsx'
import { BuyerFilters } from './buyer-filters.tsx'
import { buyerPage } from './buyer-finder.data.ts'
import classes from './buyer-finder.module.css'
import { BuyerMap } from './buyer-map.tsx'
import { BuyerOrderBar } from './buyer-order-bar.tsx'
import { type BuyerFinderState, buyerSearchOf, movedTo, noSubject } from './buyer-search.ts'
import { FirstSteps } from './first-steps.tsx'
import { Results, SubjectProblem } from './results.tsx'
import { BuyerCount, ResultsBar } from './results-bar.tsx'
import { SubjectField } from './subject-field.tsx'
import type { Subject } from './subject-rules.ts'
import { BuyerChoiceProvider, useBuyerChoice } from './use-buyer-choice.ts'
import { usePicking } from './use-picking.ts'
import { useSubject } from './use-subject.ts'

type BuyerFinderProps = { state: BuyerFinderState; onState: OnState }

const noBuyers: never[] = []
/** Stands in the place of a question as long as there is none; it is never asked. */
const noQuestion = { subject: { lat: 0, lng: 0 }, miles: 5, months: 12 } as const

function useScreen({ state, onState }: BuyerFinderProps) {
  const frame = useFinderFrame()
  const { isPhone } = frame
  const subject = useSubject(state)
  const question = subject.problem ? undefined : buyerSearchOf(state)
  const query = useQuery({ ...buyerPage(question ?? noQuestion), enabled: question !== undefined })
  const picking = usePicking((point) => onState(movedTo(point)))
  const view = isPhone && state.view === 'both' ? 'list' : state.view
  const pick = () => {
    picking.start()
    if (view === 'list') onState({ view: isPhone ? 'map' : 'both' }, { replace: true })
  }
  const choose = (chosen: Subject) => {
    picking.stop()
    onState(movedTo(chosen, chosen))
  }
  return { frame, subject, query, result: question && query, picking, view, pick, choose }
}

/** The map where a place is picked before there is any. */
const FirstMap = ({ picking }: { picking: ReturnType<typeof usePicking> }) => (
  <BuyerMap
    center={undefined}
    miles={undefined}
    points={noBuyers}
    active={undefined}
    onActive={() => undefined}
    onOpen={() => undefined}
    picking={picking.mode}
    isTall
  />
)

/** Who bought around a place: filters, a map, and the buyers with the deeds that prove it. */
export function BuyerFinderScreen({ state, onState }: BuyerFinderProps) {
  const { frame, subject, query, result, picking, view, pick, choose } = useScreen({ state, onState })
  const field = useRef<HTMLInputElement>(null)
  const choice = useBuyerChoice(result?.data?.items ?? noBuyers)
  const change = (next: Partial<BuyerFinderState>) => onState(next, { replace: true })
  return (
    <BuyerChoiceProvider value={choice}>
      <FinderFrame
        frame={frame}
        filters={<BuyerFilters state={state} onChange={change} />}
        count={result && <BuyerCount state={state} result={result} />}
        foot={result && <BuyerOrderBar />}
      >
        <PageHeader heading="Buyer finder" title="Buyer Finder" lead="Who bought around a place. Looking is free." />
        <div className={classes.subject}>
          <SubjectField input={field} chosen={subject.name} onChoose={choose} onClear={() => onState(noSubject)} />
          <Button
            variant="default"
            size="md"
            leftSection={<MapPin size={16} aria-hidden="true" />}
            aria-pressed={picking.isOn}
            onClick={picking.isOn ? picking.stop : pick}
          >
            Pick on the map
          </Button>
        </div>
        <ResultsBar state={state} result={result} view={view} frame={frame} onChange={change} />
        {result ? (
          <Results {...{ state, onState, result, view }} center={subject.center} picking={picking.mode} />
        ) : picking.isOn ? (
          <FirstMap picking={picking} />
        ) : subject.problem ? (
          <SubjectProblem problem={subject.problem} onPick={pick} />
        ) : (
          <FirstSteps onType={() => field.current?.focus()} onPick={pick} onChoose={choose} />
        )}
      </FinderFrame>
      <BuyerDrawer
        id={result && state.buyer}
        result={query}
        around={{ center: subject.center, miles: state.miles }}
        onClose={() => onState({ buyer: undefined })}
      />
    </BuyerChoiceProvider>
  )
}
