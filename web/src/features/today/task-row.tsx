import { leadStages } from '@dooryard/contract/api/enums'
import type { ListedLeadTask } from '@dooryard/contract/leads/tasks'
import { ActionIcon, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarArrowDown, CalendarPlus2, Pencil } from 'lucide-react'
import { formatOwner } from '../../entities/lead/lead-labels.ts'
import { DueLabel } from '../../entities/lead/tasks/due-label.tsx'
import { TaskCheckbox } from '../../entities/lead/tasks/task-checkbox.tsx'
import { formatStreetLine } from '../../lib/format/address.ts'
import classes from './today.module.css'
import { useLeadLink } from './use-lead-link.ts'

type TaskRowProps = {
  task: ListedLeadTask
  now: number
  onFinish: () => void
  onPostpone: (days: number) => void
  onEdit: () => void
}

/** A task with its lead; its link is what the keys move between. */
export function TaskRow({ task, now, onFinish, onPostpone, onEdit }: TaskRowProps) {
  const { lead, title } = task
  const link = useLeadLink()(lead)
  const about = [formatOwner(lead), formatStreetLine(lead)].join(', ')
  const buttons = [
    { hint: 'Postpone by a day', icon: CalendarArrowDown, act: () => onPostpone(1) },
    { hint: 'Postpone by a week', icon: CalendarPlus2, act: () => onPostpone(7) },
    { hint: 'Edit', icon: Pencil, act: onEdit },
  ]
  return (
    <li className={classes.task}>
      <TaskCheckbox label={`Finish: ${title}, ${about}`} isDone={false} onToggle={onFinish} />
      <div className={classes.what}>
        <Link {...link} data-task={task.id} title={task.note}>
          {title}
        </Link>
        <span title={about}>
          {about} · {leadStages.label(lead.stage)}
        </span>
      </div>
      <DueLabel task={task} now={now} />
      <Group gap={2} wrap="nowrap">
        {buttons.map(({ hint, icon: Icon, act }) => (
          <ActionIcon
            key={hint}
            size={28}
            c="dimmed"
            aria-label={`${hint}: ${title}, ${about}`}
            data-hint={hint}
            // A double click's second click would act on the next task, which has moved up.
            onClick={({ detail }) => detail < 2 && act()}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        ))}
      </Group>
    </li>
  )
}
