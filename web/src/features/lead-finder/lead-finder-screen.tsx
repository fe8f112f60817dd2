import type { Criteria } from '@dooryard/contract/criteria'
import type { propertySorts } from '@dooryard/contract/property-search'
import { Button, Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { CheckCheck, SearchX, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasEverybody, useCount } from '../../criteria/criteria.data.ts'
import { CriteriaChips } from '../../criteria/criteria-chips.tsx'
import { CriteriaPanel } from '../../criteria/criteria-panel.tsx'
import { LiveCount } from '../../criteria/live-count.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { StateView } from '../../ui/parts/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { propertyPage } from './lead-finder.data.ts'
import classes from './lead-finder.module.css'
import { OrderBar } from './order-bar.tsx'
import { propertyColumns } from './property-columns.tsx'
import { PropertyDrawer } from './property-drawer.tsx'

export type LeadFinderState = {
  criteria: Criteria
  page: number
  limit: number
  sort: (typeof propertySorts)[number]
  order: 'asc' | 'desc'
  property?: string
}

type LeadFinderProps = { state: LeadFinderState; onState: OnState }

function NothingMatches({ isAllTheirs, onClear }: { isAllTheirs: boolean; onClear: () => void }) {
  return (
    <StateView
      icon={isAllTheirs ? CheckCheck : SearchX}
      title={isAllTheirs ? 'You have everybody who matches' : 'No property matches all of these'}
      text="Take a filter away above, or start over."
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}

type FilterDrawerProps = {
  opened: boolean
  onClose: () => void
  count: ReturnType<typeof useCount>
  children: ReactNode
}

function FilterDrawer({ opened, onClose, count, children }: FilterDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Filters"
      size={360}
      padding={0}
      closeButtonProps={{ 'aria-label': 'Close the filters' }}
      classNames={{ header: classes.drawerHead, body: classes.drawerBody, content: classes.drawer }}
    >
      <div className={classes.drawerPanel}>{children}</div>
      <div className={classes.drawerFoot}>
        <LiveCount count={count} />
        <Button onClick={onClose}>Show</Button>
      </div>
    </Drawer>
  )
}

/** Search properties and their owners: filters, the exact count, and the rows. */
export function LeadFinderScreen({ state, onState }: LeadFinderProps) {
  const { criteria, page, limit, sort, order, property } = state
  const isWide = useMediaQuery('(min-width: 68.75em)', true, { getInitialValueInEffect: false })
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [drawerOpen, drawer] = useDisclosure()
  const count = useCount(criteria)
  const result = useQuery(propertyPage({ criteria, page, limit, sort, order }))
  const ask = (next: Criteria) => onState({ criteria: next, page: 1 })
  const panel = <CriteriaPanel criteria={criteria} onChange={ask} />
  return (
    <div className={classes.screen}>
      {isWide && (
        <section className={classes.panel} aria-label="Filters">
          {panel}
        </section>
      )}
      <div className={classes.results}>
        <PageHeader heading="Lead finder" title="Lead Finder" lead="Properties and their owners. Counting is free." />
        <div className={classes.bar}>
          <LiveCount count={count} />
          {!isWide && (
            <Button variant="default" leftSection={<SlidersHorizontal size={16} />} onClick={drawer.open}>
              Filters
            </Button>
          )}
          {isPhone && <OrderBar criteria={criteria} />}
        </div>
        <CriteriaChips criteria={criteria} onChange={ask} />
        <div className={classes.table}>
          <DataTable
            label="Properties"
            columns={propertyColumns}
            result={result}
            rowId={(row) => row.propertyId}
            state={{ page, limit, sort, order }}
            onState={onState}
            empty={<NothingMatches isAllTheirs={hasEverybody(count)} onClear={() => ask({})} />}
          />
        </div>
        {!isPhone && <OrderBar criteria={criteria} />}
      </div>
      {!isWide && (
        <FilterDrawer opened={drawerOpen} onClose={drawer.close} count={count}>
          {panel}
        </FilterDrawer>
      )}
      <PropertyDrawer id={property} onClose={() => onState({ property: undefined })} />
    </div>
  )
}
