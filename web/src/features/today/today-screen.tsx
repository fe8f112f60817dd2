import { Stack } from '@mantine/core'
import { formatLongDay } from '../../lib/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { TwoColumns } from '../../ui/layout/two-columns.tsx'
import { LeadNews } from './lead-news.tsx'
import { NewMatches, WaitingOrders } from './news-panels.tsx'
import { TaskLists } from './task-lists.tsx'
import { refetchIntervalMs } from './today.data.ts'

/** What to do today: tasks that are due, what is new, and which orders wait. */
export function TodayScreen() {
  const now = useNow(refetchIntervalMs)
  return (
    <>
      <PageHeader heading="Today" title="Today" lead={formatLongDay(now)} />
      <TwoColumns widths="minmax(0, 1fr) 360px" gap="24px">
        <TaskLists now={now} />
        <Stack gap={24} miw={0}>
          <NewMatches />
          <LeadNews />
          <WaitingOrders />
        </Stack>
      </TwoColumns>
    </>
  )
}
