import { NativeSelect } from '@mantine/core'
import { Segments } from '../../ui/display/segments.tsx'
import classes from './flow.module.css'

type StackModeProps = { atLeast: number; searches: number; onChange: (atLeast: number) => void }

/** In how many of the chosen searches a property has to be. */
export function StackMode({ atLeast, searches, onChange }: StackModeProps) {
  const between = Array.from({ length: Math.max(0, searches - 2) }, (_, index) => index + 2)
  const isBetween = atLeast > 1 && atLeast < searches
  // Whichever number it is, the one in the middle stands for all between any and all.
  const some = { value: 2, label: isBetween ? 'In at least' : 'In at least 2' }
  const modes = [
    { value: 1, label: 'In any' },
    ...(between.length > 0 ? [some] : []),
    { value: searches, label: searches === 2 ? 'In both' : 'In all' },
  ]
  return (
    <fieldset className={classes.modes}>
      <legend>A property has to be</legend>
      <Segments
        name="stack"
        segments={modes}
        value={isBetween ? some.value : Math.min(Math.max(atLeast, 1), searches)}
        onChange={onChange}
      />
      {isBetween && (
        <NativeSelect
          size="xs"
          className={classes.least}
          aria-label="At least so many of the searches"
          data={between.map((value) => ({ value: String(value), label: `${value} of ${searches} searches` }))}
          value={String(atLeast)}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
      )}
    </fieldset>
  )
}
