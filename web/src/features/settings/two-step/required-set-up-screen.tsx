import { signOut } from '../../../lib/session/sign-out.ts'
import { PublicFrame } from '../../../ui/layout/frames/public-frame.tsx'
import { SetUpApp } from './set-up-app.tsx'

/** In place of the portal, for users whose role requires a second factor that they do not have yet. */
export function RequiredSetUpScreen({ email, onDone }: { email: string; onDone: () => void }) {
  return (
    <PublicFrame
      title="Two-Step Verification"
      heading="Set up two-step verification"
      lead="Your role requires it. It takes a minute."
      after={<p>Signed in as {email}</p>}
    >
      <SetUpApp email={email} cancelLabel="Sign out" onCancel={() => signOut()} onDone={onDone} />
    </PublicFrame>
  )
}
