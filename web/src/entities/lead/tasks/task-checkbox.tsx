import { Checkbox } from '@mantine/core'

type TaskCheckboxProps = { label: string; isDone: boolean; onToggle: () => void }

/** Finishes a task, or reopens it. */
export const TaskCheckbox = ({ label, isDone, onToggle }: TaskCheckboxProps) => (
  <Checkbox
    size="sm"
    aria-label={label}
    checked={isDone}
    onChange={({ nativeEvent }) => {
      // A double click's second click would finish the next task, which has moved up.
      if (nativeEvent instanceof MouseEvent && nativeEvent.detail > 1) return
      onToggle()
    }}
  />
)
