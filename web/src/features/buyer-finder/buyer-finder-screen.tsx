import { Button, Flex } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, MapPin } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Position } from '../../criteria/places/position.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { FinderFrame, useFinderFrame } from '../../ui/layout/frames/finder-frame.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnTableStateChange } from '../../ui/table/columns.ts'
import { BuyerDrawer } from './buyer/buyer-drawer.tsx'
import { BuyerOrderBar } from './buyer/buyer-order.tsx'
import { BuyerChoiceProvider, useBuyerChoice } from './buyer/use-buyer-choice.ts'
import { buyerPage } from './buyer-finder.data.ts'
import { type BuyerFinderState, buildBuyerSearch, clearedSubject, toSubjectChange } from './buyer-search.ts'
import { FirstSteps } from './results/first-steps.tsx'
import { BuyerMap, Results, SubjectProblem } from './results/results.tsx'
import { BuyerCount, ResultsBar } from './results/results-bar.tsx'
import { BuyerFilters } from './search/buyer-filters.tsx'
import { SubjectField } from './search/subject-field.tsx'
import type { Subject } from './search/subject-rules.ts'
import { useSubject } from './search/use-subject.ts'

type BuyerFinderProps = { state: BuyerFinderState; onState: OnTableStateChange }

const noBuyers: never[] = []
/** A placeholder for the disabled query while there is no search; it is never sent. */
const placeholderSearch = { subject: { lat: 0, lng: 0 }, miles: 5, months: 12 } as const

/** Whether the next click on the map sets the subject. One click or Escape ends it. */
function useMapPicking(onPick: (point: Position) => void) {
  const [isOn, setOn] = useState(false)
  const stop = () => setOn(false)
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && stop())
  const pick = (point: Position) => {
    stop()
    onPick(point)
  }
  return { isOn, start: () => setOn(true), stop, mode: isOn ? { onPick: pick, onCancel: stop } : undefined }
}

function useBuyerFinder({ state, onState }: BuyerFinderProps) {
  const frame = useFinderFrame()
  const { isPhone } = frame
  const subject = useSubject(state)
  const question = subject.problem ? undefined : buildBuyerSearch(state)
  const query = useQuery({ ...buyerPage(question ?? placeholderSearch), enabled: question !== undefined })
  const picking = useMapPicking((point) => onState(toSubjectChange(point)))
  const view = isPhone && state.view === 'both' ? 'list' : state.view
  const pick = () => {
    picking.start()
    if (view === 'list') onState({ view: isPhone ? 'map' : 'both' }, { replace: true })
  }
  const choose = (chosen: Subject) => {
    picking.stop()
    onState(toSubjectChange(chosen, chosen))
  }
  return { frame, subject, question, query, result: question && query, picking, view, pick, choose }
}

export function BuyerFinderScreen({ state, onState }: BuyerFinderProps) {
  const { frame, subject, question, query, result, picking, view, pick, choose } = useBuyerFinder({ state, onState })
  const field = useRef<HTMLInputElement>(null)
  const canSave = useUser().role !== 'SUPER_ADMIN'
  const [lists, openLists] = useDialog(async () => (await import('./lists/lists-dialog.tsx')).ListsDialog)
  const choice = useBuyerChoice(result?.data?.items ?? noBuyers)
  const change = (next: Partial<BuyerFinderState>) => onState(next, { replace: true })
  return (
    <BuyerChoiceProvider value={choice}>
      <FinderFrame
        frame={frame}
        filters={<BuyerFilters state={state} onChange={change} />}
        count={result && <BuyerCount state={state} result={result} />}
        foot={result && question && <BuyerOrderBar search={question} total={result.data?.totalCount ?? 0} />}
      >
        <PageHeader
          heading="Buyer finder"
          title="Buyer Finder"
          lead="Find cash buyers near any address. Free to search."
        />
        <Flex direction={{ base: 'column', sm: 'row' }} align={{ sm: 'flex-end' }} gap={8} mb={12}>
          <SubjectField input={field} chosen={subject.name} onChoose={choose} onClear={() => onState(clearedSubject)} />
          <Button
            variant="default"
            size="md"
            leftSection={<MapPin size={16} aria-hidden="true" />}
            aria-pressed={picking.isOn}
            onClick={picking.isOn ? picking.stop : pick}
          >
            Pick on the map
          </Button>
          {canSave && (
            <Button
              variant="default"
              size="md"
              leftSection={<ListChecks size={16} aria-hidden="true" />}
              onClick={openLists}
            >
              Buyer lists
            </Button>
          )}
        </Flex>
        <ResultsBar state={state} result={result} view={view} frame={frame} onChange={change} />
        {result ? (
          <Results {...{ state, onState, result, view }} center={subject.center} picking={picking.mode} />
        ) : picking.isOn ? (
          <BuyerMap picking={picking.mode} isTall />
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
      {lists({})}
    </BuyerChoiceProvider>
  )
}
