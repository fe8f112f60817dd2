import { Skeleton } from '@mantine/core'
import { Columns3, Filter } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { LinkTabs } from '../../ui/layout/link-tabs.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnPipelineStateChange, PipelineState } from './pipeline-search.ts'

const tabs = [
  { value: 'flow', label: 'Flow', icon: Filter },
  { value: 'board', label: 'Board', icon: Columns3 },
] as const

// Each tab loads only its own code.
const FlowTab = lazy(async () => ({ default: (await import('./flow/flow-tab.tsx')).FlowTab }))
const BoardTab = lazy(async () => ({ default: (await import('./board/board-tab.tsx')).BoardTab }))

/** From saved searches to an order, and from there to a closed deal. */
export function PipelineBuilderScreen({ state, onState }: { state: PipelineState; onState: OnPipelineStateChange }) {
  const Tab = state.tab === 'board' ? BoardTab : FlowTab
  return (
    <>
      <PageHeader
        heading="Pipeline builder"
        title="Pipeline Builder"
        lead="Stack saved searches and work your leads."
      />
      <LinkTabs
        label="Pipeline"
        tabs={tabs}
        open={state.tab}
        linkTo={(tab) => ({
          from: '/portal/pipeline-builder',
          to: '/portal/pipeline-builder',
          search: (old) => ({ ...old, tab, lead: undefined }),
        })}
      />
      <Suspense fallback={<Skeleton height={480} radius="md" />}>
        <Tab state={state} onState={onState} />
      </Suspense>
    </>
  )
}
