import { Box, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense, useRef } from 'react'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import type { IntegrationSearch } from '../integration-search.ts'
import { CheckPanel } from './check-panel.tsx'
import { CoverageOverviewPanel } from './coverage-overview-panel.tsx'
import { CoverageTable } from './coverage-table.tsx'
import { InternalPanel } from './internal-panel.tsx'
import { OtherLists } from './other-lists.tsx'

// Loaded lazily: the coverage is what shows first.
const DncImportPanel = lazy(async () => ({ default: (await import('./dnc-import-panel.tsx')).DncImportPanel }))

// Keeps the scroll target clear of the portal's header.
const scrollTargetStyle = { scrollMarginTop: 'calc(var(--header-height) + 16px)', outline: 'none' }

export function DncTab({ state, onState }: { state: IntegrationSearch; onState: OnTableStateChange }) {
  const importPanel = useRef<HTMLDivElement>(null)
  const scrollToImport = () => {
    importPanel.current?.scrollIntoView()
    importPanel.current?.focus({ preventScroll: true })
  }
  return (
    <Stack gap="var(--screen-gap)">
      <CoverageOverviewPanel />
      <CoverageTable state={state} onState={onState} onImport={scrollToImport} />
      <OtherLists />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="var(--screen-gap)" style={{ alignItems: 'start' }}>
        <CheckPanel />
        <InternalPanel />
      </SimpleGrid>
      <Box ref={importPanel} tabIndex={-1} style={scrollTargetStyle}>
        <Suspense fallback={<Skeleton height={560} radius="md" />}>
          <DncImportPanel state={state} onState={onState} />
        </Suspense>
      </Box>
    </Stack>
  )
}
