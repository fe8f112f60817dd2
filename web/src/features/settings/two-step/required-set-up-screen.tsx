import { Anchor } from '@mantine/core'
import { useInvalidate } from '../../../lib/api/use-endpoint-mutation.ts'
import { signOut } from '../../../lib/session/sign-out.ts'
import { PublicFrame } from '../../../ui/layout/frames/public-frame.tsx'
import { SetUpApp } from './set-up-app.tsx'

/** In place of the portal, for users whose role requires a second factor that they do not have yet. */
export function RequiredSetUpScreen({ email }: { email: string }) {
  const refreshAll = useInvalidate('all')
  return (
    <PublicFrame
      title="Two-Step Verification"
      heading="Set up two-step verification"
      lead="Your role needs it. It takes a minute, and the portal is open to you."
      after={
        <p>
          Signed in as {email}.{' '}
          <Anchor component="button" type="button" inherit onClick={() => signOut()}>
            Sign out
          </Anchor>
        </p>
      }
    >
      <SetUpApp email={email} cancelLabel="Sign out" onCancel={() => signOut()} onDone={() => void refreshAll()} />
    </PublicFrame>
  )
}
