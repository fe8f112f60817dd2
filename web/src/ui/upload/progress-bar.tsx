import classes from './upload.module.css'

type ProgressBarProps = { share: number; label: string; words: string }

/** How far something is: a bar, and the same in words. */
export function ProgressBar({ share, label, words }: ProgressBarProps) {
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      >
        <div style={{ width: `${share * 100}%` }} />
      </div>
      <span>{words}</span>
    </div>
  )
}
