import classes from './check-box.module.css'

type CheckBoxProps = {
  label: string
  /** Said to those who do not see what stands beside it, and not shown. */
  isLabelHidden?: boolean
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick, with its words. The browser's own: the filters load on every search. */
export function CheckBox({ label, isLabelHidden, checked, onChange }: CheckBoxProps) {
  return (
    <label className={classes.tick}>
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {isLabelHidden ? <span className="visually-hidden">{label}</span> : label}
    </label>
  )
}
