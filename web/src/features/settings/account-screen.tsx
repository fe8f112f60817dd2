import { nameOf } from '../../lib/names.ts'
import { useIsActing } from '../../lib/use-is-acting.ts'
import { useUser } from '../../lib/use-user.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { SettingsFrame } from '../../ui/layout/settings-frame.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { ClosePanel } from './close-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

type AccountScreenProps = { state: { page: number; limit: number }; onState: OnState }

/** How the user gets in, where they are signed in, and the way out for good. */
export function AccountScreen({ state, onState }: AccountScreenProps) {
  const user = useUser()
  const isActing = useIsActing()
  return (
    <SettingsFrame title="Account">
      {isActing && (
        <Notice tone="warn">
          You are acting as {nameOf(user)}. Their password, their devices and their account are theirs alone to change.
        </Notice>
      )}
      <PasswordPanel email={user.email} disabled={isActing} />
      <SessionsPanel state={state} onState={onState} disabled={isActing} />
      <ClosePanel email={user.email} disabled={isActing} />
    </SettingsFrame>
  )
}
