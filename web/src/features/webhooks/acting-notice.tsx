import { nameOf } from '../../lib/names.ts'
import { useIsActing } from '../../lib/use-is-acting.ts'
import { useUser } from '../../lib/use-user.ts'
import { Notice } from '../../ui/display/panel.tsx'

/** Says to an administrator what they can do here and what they can't. */
export function ActingNotice() {
  const user = useUser()
  if (!useIsActing()) return null
  return (
    <Notice tone="warn">
      You are acting as {nameOf(user)}. You can send tests and send events again. The webhooks and their secrets are
      theirs alone to change. You see only the host of each URL, and no text of the answers.
    </Notice>
  )
}
