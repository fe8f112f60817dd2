import { Stack } from '@mantine/core'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { TwoColumns } from '../../ui/layout/two-columns.tsx'
import { NewMatches, SoldLeads, WaitingOrders } from './news-panels.tsx'
import { TaskLists } from './task-lists.tsx'

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/** What to do today: tasks that are due, what is new, and which orders wait. */
export const TodayScreen = () => (
  <>
    <PageHeader heading="Today" title="Today" lead={dayFormat.format(Date.now())} />
    <TwoColumns widths="minmax(0, 1fr) 360px" gap="24px">
      <TaskLists />
      <Stack gap={24} miw={0}>
        <NewMatches />
        <SoldLeads />
        <WaitingOrders />
      </Stack>
    </TwoColumns>
  </>
)
