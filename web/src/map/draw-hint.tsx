import { roundedMiles } from './geometry.ts'
import classes from './map-tools.module.css'
import type { Drawing, Task } from './use-drawing.ts'

const words = {
  circle: 'Drag from the middle outward, or click twice.',
  rectangle: 'Drag from corner to corner, or click twice.',
  polygon: 'Click each corner, and the first one again to finish.',
}

const sentenceOf = (task: Task) =>
  'draw' in task
    ? words[task.draw]
    : task.edit === 'near'
      ? 'Drag the circle to move it, a handle to resize it.'
      : 'Drag the area or its corners; drag a small dot to add a corner.'

/** What to do now, how large a circle is, and the way out. */
export function DrawHint({ drawing, maxMiles }: { drawing: Drawing; maxMiles: number }) {
  const { task, miles, isReady } = drawing
  if (!task) return null
  const edited = 'edit' in task ? task.edit : undefined
  return (
    <div className={`${classes.card} ${classes.hint}`}>
      <span role="status">
        {isReady ? sentenceOf(task) : 'One moment…'}
        {miles !== undefined && miles > maxMiles && ` A circle has at most ${maxMiles} miles.`}
      </span>
      {miles !== undefined && miles > 0 && (
        <strong className={classes.tally}>{roundedMiles(Math.min(miles, maxMiles))} miles</strong>
      )}
      {edited !== undefined && (
        <button type="button" className={classes.hintButton} onClick={() => drawing.remove(edited)}>
          Remove
        </button>
      )}
      <button type="button" className={classes.hintButton} onClick={drawing.end}>
        {edited === undefined ? 'Cancel' : 'Done'}
      </button>
    </div>
  )
}
