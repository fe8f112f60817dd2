import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Columns3, Filter } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import strip from '../../ui/layout/tabs.module.css'
import type { OnPipeline, PipelineState } from './pipeline-search.ts'

const tabs = [
  { tab: 'flow', label: 'Flow', icon: Filter },
  { tab: 'board', label: 'Board', icon: Columns3 },
] as const

// Neither tab needs what the other is made of.
const FlowTab = lazy(async () => ({ default: (await import('./flow/flow-tab.tsx')).FlowTab }))
const BoardTab = lazy(async () => ({ default: (await import('./board/board-tab.tsx')).BoardTab }))

/** From saved searches to an order, and from there to a closed deal. */
export function PipelineBuilderScreen({ state, onState }: { state: PipelineState; onState: OnPipeline }) {
  const Tab = state.tab === 'board' ? BoardTab : FlowTab
  return (
    <>
      <PageHeader
        heading="Pipeline builder"
        title="Pipeline Builder"
        lead="Stack saved searches, see what is left at each step, and work through the leads you got."
      />
      <nav className={strip.tabs} aria-label="Pipeline">
        {tabs.map(({ tab, label, icon: Icon }) => (
          <Link
            key={tab}
            from="/portal/pipeline-builder"
            to="/portal/pipeline-builder"
            search={(old) => ({ ...old, tab, lead: undefined })}
            className={strip.tab}
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={tab === state.tab ? 'page' : undefined}
          >
            <Icon size={16} aria-hidden="true" />
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Skeleton height={480} radius="md" />}>
        <Tab state={state} onState={onState} />
      </Suspense>
    </>
  )
}
