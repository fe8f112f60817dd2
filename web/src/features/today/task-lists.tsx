import type { ListedLeadTask } from '@dooryard/contract/leads/tasks'
import { Button, Center, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { formatOwner } from '../../entities/lead/lead-labels.ts'
import { getUrgency } from '../../entities/lead/tasks/due-day.ts'
import { usePendingChanges, useTaskActions } from '../../entities/lead/tasks/tasks.data.ts'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { StateView } from '../../ui/feedback/state-view.tsx'
import { useDialog } from '../../ui/form/use-dialog.tsx'
import { openShortcuts } from '../../ui/shell/shortcuts/open-shortcuts.ts'
import { TaskRow } from './task-row.tsx'
import { dueTasksQuery, upcomingTasksQuery } from './today.data.ts'
import classes from './today.module.css'
import { useTaskKeys } from './use-task-keys.ts'

type Group = { label: string; tasks: readonly ListedLeadTask[]; isOverdue?: boolean }

function NothingDue() {
  const isConsumer = useUser().role === 'CONSUMER_USER'
  return (
    <StateView
      icon={CalendarCheck}
      title="Nothing is due today"
      text={
        isConsumer
          ? 'Set a next action on the cards of your board, and it appears here on its day.'
          : 'Add a task to a lead on its property page, and it appears here on its day.'
      }
      action={
        isConsumer ? (
          <LinkButton variant="default" to="/portal/pipeline-builder" search={{ tab: 'board' }}>
            Open the board
          </LinkButton>
        ) : (
          <LinkButton variant="default" to="/portal/campaigns" search={{ tab: 'orders' }}>
            Open your orders
          </LinkButton>
        )
      }
    />
  )
}

const shownUpcoming = 5

/** The tasks that are due, and the next ones; done, postponed or edited at once. */
export function TaskLists({ now }: { now: number }) {
  const [limit, setLimit] = useState(shownUpcoming)
  const due = useQuery(dueTasksQuery())
  const upcoming = useQuery(upcomingTasksQuery(limit))
  const pending = usePendingChanges()
  const { finish, postponeBy } = useTaskActions()
  const [edited, setEdited] = useState<ListedLeadTask>()
  const [dialog, openDialog] = useDialog(
    async () => (await import('../../entities/lead/tasks/task-dialog.tsx')).TaskDialog,
  )
  const isShown = ({ id, due: { day } }: ListedLeadTask) => {
    const change = pending.get(id)
    return !change?.isDone && (change?.due === undefined || change.due.day === day)
  }
  const dueTasks = due.data?.items.filter(isShown) ?? []
  const upcomingTasks = upcoming.data?.items.filter(isShown) ?? []
  const isOverdue = (task: ListedLeadTask) => getUrgency(task, now) === 'overdue'
  const groups: Group[] = [
    { label: 'Overdue', tasks: dueTasks.filter(isOverdue), isOverdue: true },
    { label: 'Today', tasks: dueTasks.filter((task) => !isOverdue(task)) },
    { label: 'Upcoming', tasks: upcomingTasks },
  ]
  const find = (id: string) => [...dueTasks, ...upcomingTasks].find((task) => task.id === id)
  const { list, onKeyDown } = useTaskKeys({
    onFinish: (id) => {
      const task = find(id)
      if (task) finish(task)
    },
    onPostpone: (id, days) => {
      const task = find(id)
      if (task) postponeBy(task, days)
    },
  })
  const edit = (task: ListedLeadTask) => {
    setEdited(task)
    openDialog()
  }
  const more = (upcoming.data?.totalCount ?? 0) - (upcoming.data?.items.length ?? 0)
  return (
    <Panel
      title="Tasks"
      flush
      aside={
        <Button size="compact-sm" variant="subtle" color="gray" visibleFrom="sm" onClick={openShortcuts}>
          Shortcuts
        </Button>
      }
    >
      <QueryContent what="Your tasks" result={due} loading={240}>
        {({ totalCount, items }) => (
          <>
            {dueTasks.length === 0 && <NothingDue />}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the links in it */}
            <div ref={list} onKeyDown={onKeyDown}>
              {groups.map(
                ({ label, tasks, isOverdue: isLate }) =>
                  tasks.length > 0 && (
                    <section key={label} aria-label={label}>
                      <h3 className={classes.group} data-overdue={isLate}>
                        {label} ({formatNumber(tasks.length + (label === 'Upcoming' ? more : 0))})
                      </h3>
                      <ul className={classes.tasks}>
                        {tasks.map((task) => (
                          <TaskRow
                            key={task.id}
                            task={task}
                            now={now}
                            onFinish={() => finish(task)}
                            onPostpone={(days) => postponeBy(task, days)}
                            onEdit={() => edit(task)}
                          />
                        ))}
                      </ul>
                    </section>
                  ),
              )}
            </div>
            {totalCount > items.length && (
              <Text p="8px var(--panel-padding)" fz="sm" c="dimmed">
                {pluralize(totalCount - items.length, 'more task')} due: finish or postpone some of these to see them.
              </Text>
            )}
            {more > 0 && (
              <Center p={8}>
                <Button size="xs" variant="subtle" onClick={() => setLimit(100)} disabled={limit === 100}>
                  {limit === 100 ? `And ${pluralize(more, 'later task')}` : 'Show more'}
                </Button>
              </Center>
            )}
          </>
        )}
      </QueryContent>
      {dialog({ leads: edited ? [edited.lead] : [], about: edited ? formatOwner(edited.lead) : '', edited })}
    </Panel>
  )
}
