import type { SavedSearch } from '@dooryard/contract/properties/saved-searches'
import {
  Box,
  Button,
  Divider,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { Layers, Search } from 'lucide-react'
import { useState } from 'react'
import { SaveSearchButton } from '../../../criteria/saved-searches/save-search-button.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Segments } from '../../../ui/display/segments.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { StateView } from '../../../ui/feedback/state-view.tsx'
import { useLazyLoad } from '../../../ui/hooks/hooks.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import type { OnPipelineStateChange, PipelineState } from '../pipeline-search.ts'
import { Breakdown } from './breakdown.tsx'
import { useChosenSearches, useSearchChoices, useSearchCounts } from './flow.data.ts'
import classes from './flow.module.css'
import { getSearchColor } from './flow-rules.ts'
import { SearchCard } from './search-card.tsx'
import { SearchPicker } from './search-picker.tsx'
import { adjustAtLeast, buildCriteria, clampAtLeast, getSizeRefusal } from './stack-rules.ts'
import { type Template, templates } from './templates.ts'

function TemplateGallery({ onSaved }: { onSaved: (search: SavedSearch) => void }) {
  const [picked, setPicked] = useState<Template>()
  const [Dialog, load] = useLazyLoad(async () => (await import('./template-dialog.tsx')).TemplateDialog)
  const open = (template: Template) => {
    if (!Dialog) load()
    setPicked(template)
  }
  return (
    <Panel title="Starting points">
      <SimpleGrid component="ul" m={0} p={0} style={{ listStyle: 'none' }} minColWidth="min(240px, 100%)" spacing={12}>
        {templates.map((template) => (
          <Paper key={template.key} component="li" withBorder p={16}>
            <Stack gap={0} h="100%" align="flex-start">
              <Title order={3} lh="inherit">
                {template.name}
              </Title>
              <Text mt={4} mb={12} fz={13} lh="20px" c="dimmed">
                {template.description}
              </Text>
              <Button
                variant="default"
                size="xs"
                mt="auto"
                aria-label={`Use this: ${template.name}`}
                aria-haspopup="dialog"
                onClick={() => open(template)}
              >
                Use this
              </Button>
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
      {Dialog && <Dialog template={picked} onClose={() => setPicked(undefined)} onSaved={onSaved} />}
    </Panel>
  )
}

type FlowTabProps = { state: PipelineState; onState: OnPipelineStateChange }

const emptyState = (
  <Panel flush>
    <StateView
      icon={Layers}
      title="Start with a saved search"
      text="Save one in the lead finder, or pick a starting point and a place."
      action={<LinkButton to="/portal/lead-finder">Open the lead finder</LinkButton>}
    />
  </Panel>
)

const noSourceState = (
  <Panel flush>
    <StateView
      icon={Layers}
      title="Select saved searches"
      text="Pick one saved search or list, or several to stack: owners who are on more than one of your lists are the likeliest to sell."
    />
  </Panel>
)

function useFlowSource({ state, onState }: FlowTabProps) {
  const { searches: ids } = state
  const chosen = useChosenSearches(ids)
  const there = chosen.flatMap((one) => (one.state === 'there' ? [one.search] : []))
  const counts = useSearchCounts(there)
  const atLeast = clampAtLeast(state.atLeast, ids.length)
  const choose = (next: string[]) =>
    onState({ searches: next, atLeast: adjustAtLeast(atLeast, ids.length, next.length) })
  return {
    chosen,
    there,
    atLeast,
    // A count without one of them would look like the count of all.
    isWhole: there.length === ids.length && ids.length > 0,
    counts,
    getCount: (id: string) => counts[there.findIndex((search) => search.id === id)],
    add: ({ id }: Pick<SavedSearch, 'id'>) => !ids.includes(id) && choose([...ids, id]),
    remove: (id: string) => choose(ids.filter((other) => other !== id)),
    stack: (to: number) => onState({ atLeast: to }),
  }
}

type StackModeProps = { atLeast: number; searches: number; onChange: (atLeast: number) => void }

function StackMode({ atLeast, searches, onChange }: StackModeProps) {
  const middleModes = Array.from({ length: Math.max(0, searches - 2) }, (_, index) => index + 2)
  const isBetween = atLeast > 1 && atLeast < searches
  // The middle option stands for every number between any and all.
  const some = { value: 2, label: isBetween ? 'At least' : 'At least 2' }
  const modes = [
    { value: 1, label: 'Any list' },
    ...(middleModes.length > 0 ? [some] : []),
    { value: searches, label: searches === 2 ? 'Both lists' : 'All lists' },
  ]
  return (
    <Box component="fieldset" m="16px 0 0" p={0} bd={0} miw={0}>
      <Text component="legend" mb={4} fz={13} fw={500}>
        Match
      </Text>
      <Segments
        name="stack"
        segments={modes}
        value={isBetween ? some.value : Math.min(Math.max(atLeast, 1), searches)}
        onChange={onChange}
      />
      {isBetween && (
        <NativeSelect
          size="xs"
          mt={8}
          aria-label="At least this many of the searches"
          data={middleModes.map((value) => ({ value: String(value), label: `${value} of ${searches} searches` }))}
          value={String(atLeast)}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
      )}
    </Box>
  )
}

export function FlowTab({ state, onState }: FlowTabProps) {
  const source = useFlowSource({ state, onState })
  const { chosen, there, atLeast, isWhole, counts } = source
  const all = useSearchChoices('')
  const hasNone = all.totalCount === 0 && chosen.length === 0
  const criteria = isWhole ? buildCriteria(there, atLeast) : undefined
  const refusal = criteria && getSizeRefusal(there, criteria)
  return (
    <div className={classes.screen} data-wide={hasNone || undefined}>
      {!hasNone && (
        <div className={classes.source}>
          <Panel title="Source" isOverflowing>
            {chosen.length > 0 && (
              <PlainList gap={8} mb={16} aria-label="Chosen searches">
                {chosen.map((one, index) => (
                  <SearchCard
                    key={one.id}
                    chosen={one}
                    searchCount={source.getCount(one.id)}
                    color={getSearchColor(index)}
                    onRemove={() => source.remove(one.id)}
                  />
                ))}
              </PlainList>
            )}
            <SearchPicker chosen={there} onPick={source.add} />
            {chosen.length > 1 && <StackMode atLeast={atLeast} searches={chosen.length} onChange={source.stack} />}
            {refusal && (
              <Box mt={16}>
                <Notice tone="warn">{refusal}</Notice>
              </Box>
            )}
            {criteria && (
              <>
                <Divider my={16} />
                <Group gap={8}>
                  <LinkButton
                    to="/portal/lead-finder"
                    search={{ criteria }}
                    variant="default"
                    leftSection={<Search size={16} aria-hidden="true" />}
                  >
                    Open in Lead Finder
                  </LinkButton>
                  {there.length > 1 && <SaveSearchButton criteria={criteria} saved={undefined} onSaved={() => {}} />}
                </Group>
              </>
            )}
          </Panel>
        </div>
      )}
      <Stack gap={20} miw={0}>
        {chosen.length === 0 ? (
          <>
            {hasNone ? emptyState : noSourceState}
            <TemplateGallery onSaved={source.add} />
          </>
        ) : criteria ? (
          <Breakdown
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
      </Stack>
    </div>
  )
}
