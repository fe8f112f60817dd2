import { CopyButton } from '../../ui/display/copy-button.tsx'
import classes from './webhooks.module.css'

/** A secret to read and to copy. */
export function SecretText({ secret }: { secret: string }) {
  return (
    <div className={classes.secret}>
      <code>{secret}</code>
      <CopyButton value={secret} what="the secret" />
    </div>
  )
}
