import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { CreateRecurringScreen } from '../../features/recurring-orders/create-recurring-screen.tsx'
import { RecurringDetailsScreen } from '../../features/recurring-orders/recurring-details-screen.tsx'
import { RecurringListScreen } from '../../features/recurring-orders/recurring-list-screen.tsx'
import { buildSearchOptions, optionalParam, pageSearch } from '../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

// The filter panel is large, and the other screens do without it.
const EditLeadsScreen = lazy(async () => ({
  default: (await import('../../features/recurring-orders/edit-leads-screen.tsx')).EditLeadsScreen,
}))

const id = optionalParam(z.uuid())

// One route for four screens, since every screen loads the list of routes.
const RecurringOrdersSearch = z.object({
  ...pageSearch,
  open: id,
  edit: optionalParam(z.boolean()),
  create: optionalParam(z.boolean()),
  order: id,
  campaign: id,
  saved: id,
})

export const Route = createFileRoute('/portal/recurring-orders')({
  ...buildSearchOptions(RecurringOrdersSearch),
  component: function RecurringOrdersRoute() {
    const { open, edit, create, order, campaign, saved, ...state } = Route.useSearch()
    const onState = useOnTableStateChange()
    if (create) return <CreateRecurringScreen key={order} order={order} campaign={campaign} saved={saved} />
    if (open && edit)
      return (
        <Suspense>
          <EditLeadsScreen key={open} id={open} />
        </Suspense>
      )
    if (open) return <RecurringDetailsScreen key={open} id={open} state={state} onState={onState} />
    return <RecurringListScreen state={state} onState={onState} />
  },
})
