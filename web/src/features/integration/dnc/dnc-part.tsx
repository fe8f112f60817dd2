import { Box, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense, useRef } from 'react'
import type { OnState } from '../../../ui/table/columns.ts'
import type { IntegrationSearch } from '../integration-search.ts'
import { CheckPanel } from './check-panel.tsx'
import { CoverageTable } from './coverage-table.tsx'
import { HeadPanel } from './head-panel.tsx'
import { InternalPanel } from './internal-panel.tsx'
import { OtherLists } from './other-lists.tsx'

// The first sight is of what there is.
const DncIntake = lazy(async () => ({ default: (await import('./dnc-intake.tsx')).DncIntake }))

// What is gone to stands clear of the header of the portal.
const target = { scrollMarginTop: 'calc(var(--header-height) + 16px)', outline: 'none' }

export function DncPart({ state, onState }: { state: IntegrationSearch; onState: OnState }) {
  const intake = useRef<HTMLDivElement>(null)
  const goToIntake = () => {
    intake.current?.scrollIntoView()
    intake.current?.focus({ preventScroll: true })
  }
  return (
    <Stack gap="var(--screen-gap)">
      <HeadPanel />
      <CoverageTable state={state} onState={onState} onImport={goToIntake} />
      <OtherLists />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="var(--screen-gap)" style={{ alignItems: 'start' }}>
        <CheckPanel />
        <InternalPanel />
      </SimpleGrid>
      <Box ref={intake} tabIndex={-1} style={target}>
        <Suspense fallback={<Skeleton height={560} radius="md" />}>
          <DncIntake state={state} onState={onState} />
        </Suspense>
      </Box>
    </Stack>
  )
}
