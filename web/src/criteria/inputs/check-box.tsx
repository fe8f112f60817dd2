import { Group } from '@mantine/core'
import classes from './inputs.module.css'

type CheckBoxProps = {
  label: string
  /** Hides the label visually and keeps it for screen readers. */
  isLabelHidden?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}

export const CheckBox = ({ label, isLabelHidden, checked, onChange }: CheckBoxProps) => (
  <Group component="label" gap={8} wrap="nowrap" mih={24}>
    <input
      type="checkbox"
      className={classes.box}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {isLabelHidden ? <span className="visually-hidden">{label}</span> : label}
  </Group>
)
