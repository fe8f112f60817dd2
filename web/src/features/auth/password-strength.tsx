import classes from './auth.module.css'
import { strengthOf } from './strength.ts'

/** How hard a new password is to guess, going by its length alone: nothing of it leaves the screen. */
export function PasswordStrength({ password, id }: { password: string; id: string }) {
  const { level, words } = strengthOf(password.length)
  return (
    <div className={classes.strength}>
      <span className={classes.bars} data-level={level} aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <span key={bar} data-on={bar <= level || undefined} />
        ))}
      </span>
      <span id={id}>{words}</span>
    </div>
  )
}
