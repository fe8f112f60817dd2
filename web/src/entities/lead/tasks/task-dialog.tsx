import { type LeadTask, taskReminders } from '@dooryard/contract/leads/lead-task'
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { pluralize } from '../../../lib/format/format.ts'
import { DayField } from '../../../ui/form/day-field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FieldPair } from '../../../ui/form/mutation-dialog.tsx'
import type { SchemaForm } from '../../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { listQuickDays } from './due-day.ts'
import { type TaskValues, taskSchema, toTask, toTaskField, toTaskValues } from './task-form.ts'
import { useCreateTasks, useEditTask, usualTasks } from './tasks.data.ts'

type Choice = { label: string; value: string }
type ChoicesProps = { label: string; choices: readonly Choice[]; value: string; onChoose: (value: string) => void }

/** Buttons that fill the field below them. */
const Choices = ({ label, choices, value, onChoose }: ChoicesProps) => (
  <Group role="group" aria-label={label} gap={6} mb={6}>
    {choices.map((choice) => (
      <Button
        key={choice.label}
        size="compact-sm"
        variant={choice.value === value ? 'light' : 'default'}
        aria-pressed={choice.value === value}
        onClick={() => onChoose(choice.value)}
      >
        {choice.label}
      </Button>
    ))}
  </Group>
)

function TaskFields({ form }: { form: SchemaForm<TaskValues> }) {
  const { title, day } = form.values
  const setDay = (chosen = '') => form.setFieldValue('day', chosen)
  const quickDays = listQuickDays().map((quick) => ({ label: quick.label, value: quick.day }))
  return (
    <>
      <div>
        <Choices
          label="Usual tasks"
          choices={usualTasks.map((value) => ({ label: value, value }))}
          value={title}
          onChoose={(chosen) => form.setFieldValue('title', chosen)}
        />
        <TextInput label="Task" maxLength={100} data-autofocus {...form.getInputProps('title')} />
      </div>
      <div>
        <Choices label="Due" choices={quickDays} value={day} onChoose={setDay} />
        <FieldPair>
          <DayField label="Due date" value={day} error={form.errors['day']} data-path="day" onDay={setDay} />
          <TextInput type="time" label="Time (optional)" {...form.getInputProps('time')} />
        </FieldPair>
      </div>
      <NativeSelect
        label="Reminder"
        description={taskReminders.description(form.values.reminder)}
        data={taskReminders.terms.map(({ value, label }) => ({ value, label }))}
        {...form.getInputProps('reminder')}
      />
      <Textarea label="Note (optional)" rows={2} maxLength={2000} {...form.getInputProps('note')} />
    </>
  )
}

type LeadRef = { orderId: string; propertyId: string }

type TaskDialogProps = {
  opened: boolean
  onClose: () => void
  /** Gets the task, each of them. */
  leads: readonly LeadRef[]
  /** The owner or the number of leads, in the dialog's first line. */
  about: string
  /** The task to change, instead of a new one. */
  edited?: LeadTask | undefined
}

/** Adds a task to leads, or changes one. */
export function TaskDialog({ opened, onClose, leads, about, edited }: TaskDialogProps) {
  const create = useCreateTasks()
  const edit = useEditTask()
  const send = async (values: TaskValues) => {
    const task = toTask(values)
    if (edited) await edit.mutateAsync({ body: { taskIds: [edited.id], ...task } })
    else {
      const refs = leads.map(({ orderId, propertyId }) => ({ orderId, propertyId }))
      const { items } = await create.mutateAsync({ body: { leads: refs, ...task } })
      if (items.length > 1) return showSuccessToast(`${pluralize(items.length, 'task')} added`)
    }
    showSuccessToast(edited ? 'Task saved' : 'Task added')
  }
  return (
    <FormDialog
      key={edited?.id ?? 'new'}
      opened={opened}
      onClose={onClose}
      title={edited ? 'Edit task' : 'Add task'}
      lead={about}
      schema={taskSchema}
      initialValues={toTaskValues(edited)}
      toFieldName={toTaskField}
      call={edited ? edit : create}
      send={send}
      submitLabel={edited ? 'Save' : 'Add task'}
    >
      {(form) => <TaskFields form={form} />}
    </FormDialog>
  )
}
