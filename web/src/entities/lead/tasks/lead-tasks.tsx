import type { LeadTask } from '@dooryard/contract/leads/lead-task'
import { ActionIcon, Box, Button, Group, Text } from '@mantine/core'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Instant } from '../../../ui/display/instant.tsx'
import { useDialog } from '../../../ui/form/use-dialog.tsx'
import { parseLeadKey } from '../lead-key.ts'
import { DueLabel } from './due-label.tsx'
import { TaskCheckbox } from './task-checkbox.tsx'
import { usePendingChanges, useTaskActions } from './tasks.data.ts'
import classes from './tasks.module.css'

type TaskItemProps = { task: LeadTask; isDone: boolean; onEdit: () => void } & Pick<
  ReturnType<typeof useTaskActions>,
  'finish' | 'reopen' | 'remove'
>

const TaskItem = ({ task, isDone, onEdit, finish, reopen, remove }: TaskItemProps) => (
  <li data-done={isDone || undefined}>
    <Box mt={2}>
      <TaskCheckbox
        label={`${isDone ? 'Reopen' : 'Finish'}: ${task.title}`}
        isDone={isDone}
        onToggle={() => (isDone ? reopen(task) : finish(task))}
      />
    </Box>
    <div>
      <Group gap="0 8px" justify="space-between" wrap="nowrap" align="flex-start">
        <span className={classes.title}>{task.title}</span>
        {!isDone && <DueLabel task={task} />}
      </Group>
      {task.note && (
        <Text inherit c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {task.note}
        </Text>
      )}
      <Text fz={12} lh="18px" c="dimmed">
        {task.by},{' '}
        {task.doneAt ? (
          <>
            done <Instant at={task.doneAt} />
          </>
        ) : (
          <Instant at={task.createdAt} />
        )}
      </Text>
    </div>
    <Group gap={0} wrap="nowrap" align="flex-start">
      {!isDone && (
        <ActionIcon size={28} aria-label={`Edit: ${task.title}`} data-hint="Edit" onClick={onEdit}>
          <Pencil size={14} aria-hidden="true" />
        </ActionIcon>
      )}
      <ActionIcon
        size={28}
        aria-label={`Delete: ${task.title}`}
        data-hint="Delete"
        // A double click's second click would delete the next task, which has moved up.
        onClick={({ detail }) => detail < 2 && remove(task)}
      >
        <Trash2 size={14} aria-hidden="true" />
      </ActionIcon>
    </Group>
  </li>
)

const maxShownDone = 3

type LeadTasksProps = { leadKey: string; tasks: readonly LeadTask[]; about: string }

/** The tasks of a lead: those to do, and those done last. */
export function LeadTasks({ leadKey, tasks, about }: LeadTasksProps) {
  const [edited, setEdited] = useState<LeadTask>()
  const [showsAll, setShowsAll] = useState(false)
  const [dialog, openDialog] = useDialog(async () => (await import('./task-dialog.tsx')).TaskDialog)
  const actions = useTaskActions()
  const pending = usePendingChanges()
  const open = (task?: LeadTask) => {
    setEdited(task)
    openDialog()
  }
  const shown = tasks
    .filter(({ id }) => !pending.get(id)?.isDeleted)
    .map((task) => ({ task, isDone: pending.get(task.id)?.isDone ?? task.doneAt !== undefined }))
  const done = shown.filter(({ isDone }) => isDone)
  const listed = [...shown.filter(({ isDone }) => !isDone), ...(showsAll ? done : done.slice(0, maxShownDone))]
  return (
    <>
      {listed.length > 0 && (
        <ul className={classes.list} aria-label="Tasks">
          {listed.map(({ task, isDone }) => (
            <TaskItem key={task.id} task={task} isDone={isDone} onEdit={() => open(task)} {...actions} />
          ))}
        </ul>
      )}
      <Group gap={8} mt={listed.length > 0 ? 8 : 0}>
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() => open(undefined)}
        >
          Add task
        </Button>
        {done.length > maxShownDone && !showsAll && (
          <Button size="xs" variant="subtle" onClick={() => setShowsAll(true)}>
            Show all {done.length} done
          </Button>
        )}
      </Group>
      {dialog({ leads: [parseLeadKey(leadKey)], about, edited })}
    </>
  )
}
