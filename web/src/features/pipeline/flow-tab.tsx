import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { Skeleton } from '@mantine/core'
import { Layers } from 'lucide-react'
import { LinkButton } from '../../ui/display/links.tsx'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import classes from './flow.module.css'
import { FlowActions } from './flow-actions.tsx'
import { FlowPicture } from './flow-picture.tsx'
import { useChosenSearches, useSearchChoices, useSearchCounts } from './pipeline.data.ts'
import type { OnPipeline, PipelineState } from './pipeline-search.ts'
import { SearchCard } from './search-card.tsx'
import { SearchPicker } from './search-picker.tsx'
import { StackMode } from './stack-mode.tsx'
import { atLeastAfter, criteriaOf, getSizeRefusal, within } from './stack-rules.ts'
import { TemplateGallery } from './template-gallery.tsx'

type FlowTabProps = { state: PipelineState; onState: OnPipeline }

const firstUse = (
  <Panel flush>
    <StateView
      icon={Layers}
      title="A pipeline begins with a saved search"
      text="Save one in the lead finder, or take one of these starting points and say where."
      action={<LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>}
    />
  </Panel>
)

const nothingChosen = (
  <Panel flush>
    <StateView
      icon={Layers}
      title="Choose what flows in"
      text="Pick one saved search, or several to stack: owners who are on more than one of your lists are the likeliest to sell."
    />
  </Panel>
)

/** Chooses and stacks saved searches, by the address. */
function useSource({ state, onState }: FlowTabProps) {
  const { searches: ids } = state
  const chosen = useChosenSearches(ids)
  const there = chosen.flatMap((one) => (one.state === 'there' ? [one.search] : []))
  const counts = useSearchCounts(there)
  const atLeast = within(state.atLeast, ids.length)
  const choose = (next: string[]) =>
    onState({ searches: next, atLeast: atLeastAfter(atLeast, ids.length, next.length) })
  return {
    chosen,
    there,
    atLeast,
    // Counted without one of them it would look like all of them.
    isWhole: there.length === ids.length && ids.length > 0,
    counts,
    countOf: (id: string) => counts[there.findIndex((search) => search.id === id)],
    add: ({ id }: ListedSavedSearch) => !ids.includes(id) && choose([...ids, id]),
    remove: (id: string) => choose(ids.filter((other) => other !== id)),
    stack: (to: number) => onState({ atLeast: to }),
  }
}

/** From saved searches to an order: what is chosen, and what each step leaves of it. */
export function FlowTab({ state, onState }: FlowTabProps) {
  const source = useSource({ state, onState })
  const { chosen, there, atLeast, isWhole, counts } = source
  const all = useSearchChoices('')
  const hasNone = all.data?.totalCount === 0 && chosen.length === 0
  const criteria = isWhole ? criteriaOf(there, atLeast) : undefined
  const refusal = criteria && getSizeRefusal(there, criteria)
  return (
    <div className={classes.screen} data-wide={hasNone || undefined}>
      {!hasNone && (
        <div className={classes.source}>
          <Panel title="Source">
            {chosen.length > 0 && (
              <ul className={classes.cards} aria-label="Chosen searches">
                {chosen.map((one, index) => (
                  <SearchCard
                    key={one.id}
                    chosen={one}
                    counted={source.countOf(one.id)}
                    shade={index % 5}
                    onRemove={() => source.remove(one.id)}
                  />
                ))}
              </ul>
            )}
            <SearchPicker chosen={there} onPick={source.add} />
            {chosen.length > 1 && <StackMode atLeast={atLeast} searches={chosen.length} onChange={source.stack} />}
            {refusal && (
              <div className={classes.refusal}>
                <Notice tone="warn">{refusal}</Notice>
              </div>
            )}
            {criteria && <FlowActions criteria={criteria} searches={there} />}
          </Panel>
        </div>
      )}
      <div className={classes.flow}>
        {chosen.length === 0 ? (
          <>
            {hasNone ? firstUse : nothingChosen}
            <TemplateGallery onSaved={source.add} />
          </>
        ) : criteria ? (
          <FlowPicture
            criteria={criteria}
            searches={there}
            counts={counts}
            atLeast={atLeast}
            type={state.type}
            onType={(type) => onState({ type }, { replace: true })}
          />
        ) : (
          <Skeleton height={420} radius="md" aria-label="Loading the searches" />
        )}
      </div>
    </div>
  )
}
